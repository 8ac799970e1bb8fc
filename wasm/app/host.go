//go:build js && wasm

package main

import (
	"syscall/js"

	"askback/playground/host"
	"askback/playground/host/lesson"
	"askback/web"
)

// runHost drives the page at the other end of the page port.
func runHost(start js.Value) error {
	l := newLink(start.Get("link"))
	o, err := lesson.Options()
	if err != nil {
		return err
	}
	shown, err := lesson.Static()
	if err != nil {
		return err
	}
	o.Dial, o.Tree = l.Dial, l
	o.Place, o.Memory = host.ParsePlace(start.Get("hash").String()), readMemory(start.Get("memory"), start.Get("files"))
	h := host.New(o)
	drive(start, &hostProgram{Host: h, port: start.Get("page"), before: shown, memory: h.Memory()}, web.HostLook(shown, shown))
	h.Start()
	return nil
}

// A hostProgram is the host behind the page that drives a server.
type hostProgram struct {
	*host.Host
	port   js.Value
	before host.State
	memory host.Memory
}

// Look is there for program.
func (p *hostProgram) Look() web.Look {
	now := p.State()
	look := web.HostLook(p.before, now)
	p.before = now
	return look
}

// Drawn is there for program.
func (p *hostProgram) Drawn() { p.keep() }
