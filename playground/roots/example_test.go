package roots_test

import (
	"fmt"

	"askback/playground/roots"
)

func Example() {
	usable, bad := roots.ParseAll([]roots.Entry{
		{URI: "file:///home/alice/My%20Notes/", Title: "Notes"},
		{URI: "file:///home/alice/a#b"},
	})
	for _, root := range usable {
		fmt.Println(root.Title, root.URI(), root.Path())
		fmt.Println(roots.Contains(root.Name, "home/alice/My Notes/todo.md"))
		fmt.Println(roots.Contains(root.Name, "home/alice/My Notes-evil/todo.md"))
	}
	for _, b := range bad {
		fmt.Println(b.Err.Code, b.Err.Instead)
	}
	// Output:
	// Notes file:///home/alice/My%20Notes /home/alice/My Notes
	// true
	// false
	// fragment file:///home/alice/a%23b
}
