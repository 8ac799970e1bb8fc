//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"syscall/js"

	"askback/notesfs"
	"askback/playground/exercise"
	"askback/playground/exercise/course"
	"askback/playground/host"
)

// readMemory is what a page before this one kept. What cannot be read is as good
// as lost: the page begins anew, which is better than not at all.
func readMemory(choices, files js.Value) *host.Memory {
	data := toGo(choices)
	if data == nil {
		return nil
	}
	m := new(host.Memory)
	err := json.Unmarshal(data, m)
	if data := toGo(files); err == nil && data != nil {
		m.Files, err = notesfs.UnmarshalSnapshot(data)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "what was kept is not used:", err)
		return nil
	}
	return m
}

// keep has the browser keep what should survive when the page is loaded again, if
// there is anything new.
func (p *playground) keep() {
	memory, progress, attempts := p.host.Memory(), p.before.Progress, p.Kept()
	known, same := maps.Equal(progress, p.progress), maps.EqualFunc(attempts, p.attempts, course.Kept.Equal)
	if memory.Equal(p.memory) && known && same {
		return
	}
	message := map[string]any{"type": "keep"}
	choices, err := json.Marshal(memory)
	if err == nil {
		message["memory"] = toJS(choices)
	}
	if err == nil && !same {
		message["attempts"], err = changed(p.attempts, attempts, course.Kept.Equal, func(_ string, k course.Kept) (string, error) {
			data, err := k.Marshal()
			return string(data), err
		})
	}
	if err == nil && !known {
		message["progress"], err = changed(p.progress, progress, sameEntry, func(id string, e exercise.Entry) (string, error) {
			return exercise.Progress{id: e}.Compact(), nil
		})
	}
	if err == nil && memory.Files != p.memory.Files {
		message["files"] = nil // those that the page begins with
		if memory.Files != nil {
			var data []byte
			data, err = memory.Files.MarshalBinary()
			message["files"] = toJS(data)
		}
	}
	p.memory, p.progress, p.attempts = memory, progress, attempts
	if err != nil {
		fmt.Fprintln(os.Stderr, "keeping the page:", err)
		return
	}
	p.port.Call("postMessage", message)
}

func sameEntry(a, b exercise.Entry) bool { return a == b }

// changed are the texts of what is not as before, by exercise; empty for what is to
// be forgotten.
func changed[V any](before, now map[string]V, same func(a, b V) bool, text func(id string, v V) (string, error)) (map[string]any, error) {
	texts := map[string]any{}
	for id := range before {
		if _, ok := now[id]; !ok {
			texts[id] = ""
		}
	}
	for id, v := range now {
		if old, ok := before[id]; ok && same(v, old) {
			continue
		}
		t, err := text(id, v)
		if err != nil {
			return nil, err
		}
		texts[id] = t
	}
	return texts, nil
}

// readProgress is the progress that pages before this one kept.
func readProgress(kept js.Value) exercise.Progress {
	all := exercise.Progress{}
	for id, text := range readTexts(kept) {
		p, err := exercise.ParseProgress(text)
		if err != nil {
			fmt.Fprintln(os.Stderr, "what was kept of the progress in", id, "is not used:", err)
			continue
		}
		all.Merge(p)
	}
	return all
}

// readTexts are the members of an object of texts; none for anything else.
func readTexts(object js.Value) map[string]string {
	texts := map[string]string{}
	if object.Type() != js.TypeObject {
		return texts
	}
	names := js.Global().Get("Object").Call("keys", object)
	for i := range names.Length() {
		name := names.Index(i).String()
		texts[name] = object.Get(name).String()
	}
	return texts
}

// readAttempts are the attempts that a page before this one kept, by exercise.
func readAttempts(kept js.Value) map[string]course.Kept {
	attempts := map[string]course.Kept{}
	for id, text := range readTexts(kept) {
		k, err := course.ReadKept([]byte(text))
		if err != nil || k.Receipt.Exercise != id {
			fmt.Fprintln(os.Stderr, "what was kept of the exercise", id, "is not used:", err)
			continue
		}
		attempts[id] = k
	}
	return attempts
}
