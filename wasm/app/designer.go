//go:build js && wasm

package main

import (
	"syscall/js"

	"askback/playground/design"
	"askback/web"
)

// runDesigner drives the form designer at the other end of the page port.
func runDesigner(start js.Value) error {
	d := design.New(start.Get("hash").String())
	shown := design.Static()
	drive(start, &designer{Designer: d, before: shown}, web.DesignerLook(shown, shown))
	d.Wake()
	return nil
}

// A designer is the program behind the form designer.
type designer struct {
	*design.Designer
	before design.State
}

// Look is there for program.
func (d *designer) Look() web.Look {
	now := d.State()
	look := web.DesignerLook(d.before, now)
	d.before = now
	return look
}

// Drawn is there for program.
func (d *designer) Drawn() {}
