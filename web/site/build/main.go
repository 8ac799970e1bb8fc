// The build command builds the static site into web/dist.
//
//	go run ./web/site/build
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"text/tabwriter"

	"askback/web/site"
)

func main() {
	var o site.Options
	flag.StringVar(&o.Root, "root", ".", "`directory` of the module")
	flag.StringVar(&o.Out, "out", "web/dist", "`directory` to build the site in")
	flag.IntVar(&o.Brotli, "brotli", 11, "compression `level`, 1 to 11")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	files, err := site.Build(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "bytes\tbrotli\t")
	for _, f := range files {
		fmt.Fprintf(w, "%d\t%d\t  %s\n", f.Size, f.Brotli, f.Name)
	}
	w.Flush()
}
