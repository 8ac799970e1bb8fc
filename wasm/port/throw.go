//go:build js && wasm

package port

import "syscall/js"

// Catch does something and returns what JavaScript throws meanwhile: syscall/js
// panics with it. Other panics go on.
func Catch(do func()) (err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case js.Error:
			err = thrown
		default:
			panic(thrown)
		}
	}()
	do()
	return nil
}
