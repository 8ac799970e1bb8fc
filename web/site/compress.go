package site

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// window is the base-2 logarithm of the brotli window: the largest that every
// browser takes.
const window = 24

// compress returns data compressed. The result is kept in the cache, under the
// hash of data, as the best compression of app.wasm takes most of a minute.
func compress(o Options, data []byte) ([]byte, error) {
	file := filepath.Join(o.cache(), "brotli", fmt.Sprintf("%s.%d", hash(data), o.level()))
	if cached, err := os.ReadFile(file); err == nil {
		return cached, nil
	}
	var buf bytes.Buffer
	w := brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: o.level(), LGWin: window})
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	return buf.Bytes(), writeIfChanged(file, buf.Bytes())
}
