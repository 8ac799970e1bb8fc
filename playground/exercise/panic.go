package exercise

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// calm is receiving middleware that makes the panic of a server an error of the
// request it was at: the other checks go on, and the learner sees what it was. A
// panic elsewhere, in a goroutine of the learner's own, still ends the program.
func calm(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: fmt.Sprintf("the server has panicked%s: %v", where(), p)}
			}
		}()
		return next(ctx, method, req)
	}
}

// where is the line of the learner's that panicked, as far as it can be told: the
// first below the panic that is not of the runtime.
func where() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf(" at %s:%d", path.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
