package plain

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

func TestBlocksBecomeStandardMarkdown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"hint":                   {"A\n\n{% hint style=\"info\" %}\nSee *this*.\n\n* one\n{% endhint %}\n\nB\n", "A\n\n> **Info**\n>\n> See *this*.\n>\n> * one\n\nB\n"},
		"hint beside text":       {"A\n{% hint style=\"danger\" icon=\"bolt\" %}\nB\n{% endhint %}\nC\n", "A\n\n> **Danger**\n>\n> B\n\nC\n"},
		"hint in a list":         {"* a\n\n  {% hint style=\"warning\" %}\n  B\n  {% endhint %}\n* c\n", "* a\n\n  > **Warning**\n  >\n  > B\n\n* c\n"},
		"hint as an item":        {"1. {% hint %}\n   B\n   {% endhint %}\n", "1. > **Hint**\n   >\n   > B\n"},
		"hint in a quote":        {"> {% hint %}\n> B\n> {% endhint %}\n> C\n", "> > **Hint**\n> >\n> > B\n>\n> C\n"},
		"hint on a line":         {"{% hint style=\"success\" %} Done {% endhint %}\n", "**Success** Done\n"},
		"hint without end":       {"{% hint style=\"info\" %}\nA\n", "**Info**\n\nA\n"},
		"hint with code":         {"{% hint style=\"info\" %}\n```sh\n{% x %}\n\n  y\n```\n{% endhint %}\n", "> **Info**\n>\n> ```sh\n> {% x %}\n> \n>   y\n> ```\n"},
		"tabs":                   {"{% tabs %}\n{% tab title=\"A &#x26; *B*\" %}\nOne\n{% endtab %}\n\n{% tab title=\"C\" %}\nTwo\n{% endtab %}\n{% endtabs %}\n", "**A \\& \\*B\\***\n\nOne\n\n**C**\n\nTwo\n"},
		"stepper":                {"{% stepper %}\n{% step %}\n### First\n\nDo.\n{% endstep %}\n\n{% step %}\n### Second\n{% endstep %}\n{% endstepper %}\n", "**Step 1**\n\n### First\n\nDo.\n\n**Step 2**\n\n### Second\n"},
		"expandable":             {"<details open>\n\n<summary>What `is` it</summary>\n\nText\n\n</details>\n\nB\n", "**What `is` it**\n\nText\n\nB\n"},
		"expandable on one line": {"<details><summary> *What* </summary>\nText\n</details>\n", "*What*\n\nText\n"},
		"code":                   {"{% code title=\"a_b.go\" overflow=\"wrap\" lineNumbers=\"true\" %}\n```go\nx := `{% hint %}`\n```\n{% endcode %}\n", "**a\\_b.go**\n\n```go\nx := `{% hint %}`\n```\n"},
		"code without title":     {"{% code overflow=\"wrap\" %}\n```\nx\n```\n{% endcode %}\n", "```\nx\n```\n"},
		"embed":                  {"{% embed url=\"https://example.com/a(b)?c=d&e\" %}\n\nA\n", "[https://example.com/a(b)?c=d\\&e](https://example.com/a%28b%29?c=d&e)\n\nA\n"},
		"embed with caption":     {"{% embed url=\"https://example.com\" %}\nA film\n{% endembed %}\n", "[https://example.com](https://example.com)\n\nA film\n"},
		"content reference":      {"{% content-ref url=\"/pages/b\" %}\n[B](/pages/b)\n{% endcontent-ref %}\n\n{% content-ref url=\"/pages/b\" %}\nB\n{% endcontent-ref %}\n", "[B](/pages/b)\n\n[/pages/b](/pages/b)\n\nB\n"},
		"file":                   {"{% file src=\"/files/f\" name=\"plan.pdf\" %}\n\nSee {% file src=\"/files/f\" %}Plan{% endfile %}.\n", "[plan.pdf](/files/f)\n\nSee [/files/f](/files/f) Plan .\n"},
		"reusable content":       {"{% include \"../.gitbook/includes/a.md\" %}\n", "[../.gitbook/includes/a.md](../.gitbook/includes/a.md)\n"},
		"columns":                {"{% columns %}\n{% column width=\"50%\" %}\nA\n{% endcolumn %}\n\n{% column %}\nB\n{% endcolumn %}\n{% endcolumns %}\n", "A\n\nB\n"},
		"updates":                {"{% updates format=\"full\" %}\n{% update date=\"2026-04-09\" tags=\"api,ai\" %}\n## New\n{% endupdate %}\n{% endupdates %}\n", "**2026-04-09 api,ai**\n\n## New\n"},
		"prompt":                 {"{% prompt description=\"Ask\" openInAIProviders=\"true\" %}\n```markdown\nx\n```\n{% endprompt %}\n", "**Ask**\n\n```markdown\nx\n```\n"},
		"condition":              {"{% if visitor.claims.plan == \"pro\" %}\nA\n{% endif %}\n", "**If visitor.claims.plan == \"pro\"**\n\nA\n"},
		"operation":              {"{% openapi-operation spec=\"a\" path=\"/pets\" method=\"get\" %}\n[OpenAPI a](https://example.com/a.json)\n{% endopenapi-operation %}\n\n{% openapi src=\"/files/s\" path=\"/pets\" method=\"post\" %}\n", "**get /pets**\n\n[OpenAPI a](https://example.com/a.json)\n\n**post /pets**\n\n[/files/s](/files/s)\n"},
		"figure":                 {"<figure><picture><source srcset=\"/files/d\" media=\"(prefers-color-scheme: dark)\"><img src=\"/files/i\" alt=\"a [b]\"></picture><figcaption><p>The *caption*</p></figcaption></figure>\n", "![a \\[b\\]](/files/i) The *caption*\n"},
		"framed figure":          {"<div data-full-width=\"true\"><figure><img src=\"/files/i\" alt=\"\"><figcaption></figcaption></figure></div>\n", "![](/files/i)\n"},
		"cards":                  {"A\n\n<table data-view=\"cards\"><thead><tr><th></th><th data-hidden data-card-target data-type=\"content-ref\"></th></tr></thead><tbody><tr><td><h4><strong>One</strong></h4></td><td>Text `x`  y</td><td><a href=\"/pages/b\">b</a></td></tr><tr><td>Two</td><td></td></tr></tbody></table>\n\nB\n", "A\n\n* <strong>One</strong> Text `x`  y <a href=\"/pages/b\">b</a>\n* Two\n\nB\n"},
		"table":                  {"| a | b |\n| - | - |\n| {% file src=\"/files/f\" %} | `{% x %}` |\n", "| a | b |\n| - | - |\n| [/files/f](/files/f) | `{% x %}` |\n"},
		"raw":                    {"{% raw %}\nA {% hint %} `{% x %}`\n{% endraw %}\n", "A \\{% hint %} `{% x %}`\n"},
		"unknown":                {"{% @acme/chart id=\"-->\" %}\n\n{% box %}\nA\n{% endbox %} B {% box %}\n", "<!-- {% @acme/chart id=\"--&gt;\" %} -->\n\n<!-- {% box %} -->\n\nA\n&#x20;<!-- {% endbox %} --> B <!-- {% box %} -->\n"},
		"over several lines":     {"> {% @acme/chart\n> id=\"1\" %}\n", "> <!-- {% @acme/chart id=\"1\" %} -->\n"},
	} {
		got, _ := Markdown(c.text)
		require.Equal(t, c.want, got, name)
		again, unknown := Markdown(got)
		require.Equal(t, got, again, name)
		require.Empty(t, unknown, name)
	}
}

func TestCodeAndOtherTextStaysAsItIs(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "\n", "A", "A\n\n\nB  \n", "```\n{% hint %}\n", "~~~\n{% hint %}\n```\n~~~\n", "    {% hint %}\n", "* a\n\n      {% hint %}\n", "`{% hint %}`", "``a ` {% hint %}``",
		"`a\n{% hint %} b`", "<!-- {% hint %}\n\n<details> -->\n", "<pre><code>\n\n{% hint %}\n</code></pre>", "a <code>{% hint %}</code>", "a <!-- {% hint %} --> b", `\{% hint %}`,
		"````\n```\n{% hint %}\n````\n", "```\n    ```\n{% hint %}\n```\n", "> ```\n> {% hint %}\n> ```\n", "1. a\n\n   ```\n   {% hint %}\n\n   {% x %}\n   ```\n",
		"{% hint", "{%%}", "{% \"a\" %}", "<table><tr><td><figure><img src=\"a\"></figure></td></tr></table>", "<img src=\"a\">", "<figure><img src=\"a\">", "a <mark>b</mark>",
	} {
		got, unknown := Markdown(text)
		require.Equal(t, text, got)
		require.Empty(t, unknown)
	}
}

// A generator writes random Markdown with blocks of the platform.
type generator struct {
	*rand.Rand

	code  []string // content of the code, in order
	words int
}

func (g *generator) word() string {
	g.words++
	return "word" + strconv.Itoa(g.words)
}

// one returns one of some texts.
func (g *generator) one(of ...string) string { return of[g.IntN(len(of))] }

// verbatim returns lines that are not Markdown in code.
func (g *generator) verbatim() string {
	var lines []string
	for range 1 + g.IntN(4) {
		lines = append(lines, g.one("", "  ", "    ", "> ", "* ")+g.one("{% hint style=\"info\" %}", "{% endhint %}", "</details>", "`", "{% raw %}", "~~", "<!--", g.word()))
	}
	return strings.Join(lines, "\n") + "\n" + g.word()
}

// inline returns a line with code in it.
func (g *generator) inline() string {
	code := g.one("{% hint %}", "</details>", "a | b", "*", `\\`) + g.word()
	g.code = append(g.code, code)
	return g.word() + " **" + g.word() + "** `" + code + "` " + g.one("", "{% file src=\"/files/f\" %}", "\\{%", "<!-- {% hint %} -->") + " " + g.word()
}

// indented returns a text whose lines are behind markers.
func indented(first, others, text string) string {
	return first + strings.ReplaceAll(text, "\n", "\n"+others)
}

// blocks returns some blocks, each of which may contain others.
func (g *generator) blocks(depth int) string {
	var all []string
	for range 1 + g.IntN(3) {
		var block string
		switch kind := g.IntN(14); {
		case kind == 0:
			code := g.verbatim()
			g.code = append(g.code, code)
			run := g.one("```", "````", "~~~")
			block = run + g.one("", "go") + "\n" + code + "\n" + run
		case kind == 1:
			code := g.word() + " {% hint %}\n" + g.word()
			g.code = append(g.code, code)
			block = indented("    ", "    ", code)
			all = append(all, g.word()) // it is not at the beginning of an item
		case kind == 2:
			g.code = append(g.code, "x")
			block = "{% code title=\"" + g.word() + "\" %}\n```\nx\n```\n{% endcode %}"
		case kind < 6 || depth == 0:
			block = g.inline()
		case kind == 6:
			block = indented("* ", "  ", g.blocks(depth-1))
		case kind == 7:
			block = indented("1. ", "   ", g.blocks(depth-1))
		case kind == 8:
			block = indented("> ", "> ", g.blocks(depth-1))
		case kind == 9:
			block = "<details>\n\n<summary>" + g.inline() + "</summary>\n\n" + g.blocks(depth-1) + "\n\n</details>"
		case kind == 10:
			block = "{% tabs %}\n{% tab title=\"" + g.word() + "\" %}\n" + g.blocks(depth-1) + "\n{% endtab %}\n{% endtabs %}"
		case kind == 11:
			block = "{% stepper %}\n{% step %}\n" + g.blocks(depth-1) + "\n{% endstep %}\n{% endstepper %}"
		case kind == 12:
			block = "{% " + g.one("box", "@acme/box", "if a == \"b\"", "columns") + " %}\n" + g.blocks(depth-1) + g.one("", "\n{% endcolumns %}", "\n{% endbox %}")
		default:
			block = "{% hint style=\"" + g.one("info", "danger") + "\" %}\n" + g.blocks(depth-1) + "\n{% endhint %}"
		}
		all = append(all, block)
	}
	return strings.Join(all, "\n\n")
}

var (
	anyBlock = regexp.MustCompile(`(?s){%.*?%}`)
	anyHTML  = regexp.MustCompile(`<[^<>]*>`)
	anyWord  = regexp.MustCompile(`[\pL\pN]+`)
)

// requireWords requires a text to contain the words of another that are not in tags. Where tags
// overlap, it does not matter which of them is one.
func requireWords(t *testing.T, want, got string) {
	t.Helper()
	one := count(anyHTML.ReplaceAllString(anyBlock.ReplaceAllString(want, " "), " "))
	other := count(anyBlock.ReplaceAllString(anyHTML.ReplaceAllString(want, " "), " "))
	found := count(got)
	for word, n := range one {
		require.GreaterOrEqual(t, found[word], min(n, other[word]), "%q is lost from %q in %q", word, want, got)
	}
}

// count returns the number of each word of a text.
func count(text string) map[string]int {
	words := map[string]int{}
	for _, word := range anyWord.FindAllString(text, -1) {
		words[word]++
	}
	return words
}

// codeIn returns the content of the code in Markdown, as another implementation reads it.
func codeIn(markdown string) (code []string) {
	source := []byte(markdown)
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			code = append(code, strings.TrimSuffix(string(n.Lines().Value(source)), "\n"))
		case *ast.CodeBlock:
			code = append(code, strings.TrimSuffix(string(n.Lines().Value(source)), "\n"))
		case *ast.CodeSpan:
			var span strings.Builder
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				span.Write(c.(*ast.Text).Segment.Value(source))
			}
			code = append(code, span.String())
		}
		return ast.WalkContinue, nil
	})
	return code
}

func TestCodeAndWordsSurviveInAnyNesting(t *testing.T) {
	t.Parallel()
	blocks := 0
	for seed := range uint64(5000) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
		source := g.blocks(4)
		got, _ := Markdown(source)
		require.Equal(t, g.code, codeIn(got), "seed %d:\n%s\n\nbecame\n%s", seed, source, got)
		requireWords(t, source, got)
		again, unknown := Markdown(got)
		require.Equal(t, got, again, "seed %d", seed)
		require.Empty(t, unknown)
		blocks += strings.Count(source, "{%")
	}
	require.Greater(t, blocks, 5000)
}

func FuzzMarkdown(f *testing.F) {
	for seed := range uint64(20) {
		f.Add((&generator{Rand: rand.New(rand.NewPCG(seed, 2))}).blocks(3))
	}
	for _, seed := range []string{
		"{{% x %}% hint %}", "`{% x %}`", "<summary>{% hint %}</summary>", "<figure><img alt=\"`\"></figure>`", "{% tab title=\"{&#37; hint &#37;}\" %}", "{% hint %}\n{% hint %}\n{% endhint %}\n```\n{% endhint %}",
		"* {% tabs %}\n\n      {% hint %}\n", "<table data-view=\"cards\"><tr><td>a\n\n{% x %}</table>", "1. > * {% hint %}\n> ```\n", "\t{% hint %}\n\n\t\ta\n{% endhint %}",
		"<details>\n> * `\n    >`", "0) {% a %}\n>\n    {% b %}0", "<details{% hint %}0>", "* ~~~\n {% endif %}\n  A", "```<summary>`", "{% hint %}\n* 0{% endhint %}\n  ~~~\nA",
		"* {% hint %}\n  `<details>\n`{% endhint %}", "1. {% hint %}\n   a\nb\n   {% endhint %}\n   c\n", "* </details>\n\n\t    <summary>{% hint %}", "* <details>\n    \t{% hint %}<p>> ",
		"* {% endhint %}\n\n> \t<p>```\r<summary>", "* </details>\n<summary>\n\t>a{% endhint %}{% x %}", "1. <details>\n</details>\n\ta{% x %}", "* \ta<details>```\n{% x %}\r`* ```",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		got, _ := Markdown(source)
		requireWords(t, source, got)
		again, unknown := Markdown(got)
		require.Equal(t, got, again)
		require.Empty(t, unknown)
		p := &plainer{text: source}
		p.scan()
		text := noMarks.Replace(got)
		for _, part := range p.parts {
			if part.kind == verbatimLine {
				require.Contains(t, text, noMarks.Replace(source[part.start:part.end]))
			}
			for _, token := range part.tokens {
				if token.kind == verbatimToken {
					require.Contains(t, text, noMarks.Replace(source[token.start:token.end]))
				}
			}
		}
	})
}

// noMarks removes spaces and the marks of quotations.
var noMarks = strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", ">", "")

// TestTimeIsLinear would take minutes if it were not.
func TestTimeIsLinear(t *testing.T) {
	t.Parallel()
	const length = 1 << 18
	for _, unit := range []string{
		"{%", "{% x", "{% hint %}\n", "{% endhint %}\n", "{% x %} ", "{% a %}{% endb %}", "<!-- `x` ", "<code", "`", "` ``", "<figure ", "<figure>", "<table>", "<table data-view=\"cards\">",
		"<details>", "<summary>", "<summary>`x`", "> ", "* ", "1. ", "    x\n", "```\n", "<pre>\n", "{% raw %}", "{% step %}{% stepper %}", "{% content-ref url=\"a\" %}", "{% x a=\"", "\\", "a\n",
	} {
		Markdown(strings.Repeat(unit, length/len(unit)))
		Markdown("{% hint %}\n" + strings.Repeat(unit, length/len(unit)) + "\n{% endhint %} --> </figure> </table> %}")
	}
}
