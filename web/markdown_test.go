package web

import (
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	for source, want := range map[string]string{
		"Mark **every** call, with `confirm`.\nThen *go on*.": "<p>Mark <strong>every</strong> call, with <code>confirm</code>.\nThen <em>go on</em>.</p>",
		"# Title\n\n- a\n- b `c`, d\n":                        "<h3>Title</h3><ul><li>a</li><li>b <code>c</code>, d</li></ul>",
		"1. a\n2. b\n":                                        "<ol><li>a</li><li>b</li></ol>",
		"```go\nif a < b {\n}\n```":                           `<pre class="prose-code" tabindex="0"><code>if a &lt; b {` + "\n}\n</code></pre>",
		"<script>alert(1)</script>":                           `<pre class="prose-code" tabindex="0"><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>`,
		"a <b onclick=x>b</b>":                                "<p>a <code>&lt;b onclick=x&gt;</code>b<code>&lt;/b&gt;</code></p>",
		"[x](javascript:alert(1)) <http://a>":                 "<p>x http://a</p>",
		"[x](https://a/)":                                     `<p><a href="https://a/" target="_blank" rel="noopener noreferrer">x</a></p>`,
		"![x](https://a/b.png)":                               "<p>x</p>",
	} {
		got := render(t, markdown(source, 3))
		got = strings.TrimSuffix(strings.TrimPrefix(got, `<div class="prose">`), "</div>")
		if got != want {
			t.Errorf("%q:\n got %q\nwant %q", source, got, want)
		}
	}
}
