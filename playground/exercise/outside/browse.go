package outside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	neturl "net/url"
)

// browse sends what a person's browser would. Only pages on this machine are
// opened: what a server under test says is no reason to call anybody else.
func browse(ctx context.Context, method, target string) (int, error) {
	if err := local(target); err != nil {
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, method, target, nil)
	if err != nil {
		return 0, err
	}
	client := http.Client{CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if len(via) > 10 {
			return errors.New("the page leads from one place to the next without end")
		}
		return local(req.URL.String())
	}}
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<20))
	return res.StatusCode, err
}

func local(target string) error {
	u, err := neturl.Parse(target)
	if err != nil {
		return err
	}
	if ip, err := netip.ParseAddr(u.Hostname()); u.Hostname() == "localhost" || err == nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("the page is at %s, and only pages on this machine are opened", u.Host)
}
