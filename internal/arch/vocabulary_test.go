package arch

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// word is a word that the module does not use in names, comments, messages and docs.
type word struct {
	stems   []string // in lower case; files that contain none of them are not searched, for speed
	pattern *regexp.Regexp
	instead string
	allowed *regexp.Regexp // phrases with another meaning, blanked before pattern is matched; nil for none
}

// words are words for which net/http, the standard library or the API reference has another term.
var words = map[string]word{
	"answer": {[]string{"answer"}, prose(`(?i)answer`), "response, returns, responds with", prose(
		`(?i)\b(Ask\w+|ask\.(Event|Answer))\{Answer: |Ask\w*[._-]?(EventType)?Answer\w*|\b(event|result)\.Answer\b|\\?"answer\\?"|event: answer` + // names of the API and of the SDK
			`|answers? (to )?(a |the |that )?questions?|questions?(,| and| that) (\w+ )?answer(s|ed)?` +
			`|(stream(s|ed)?|yields?|complete) (an |the )?answers?|answers? (as it|are) stream(s|ed)|answers? consists? of` +
			`|parts of an answer|another answer costs|the answer while it is written` +
			`|Support answers (on|every)|\*answer\*`)}, // the content of a page; a definition of the word
	"resend":  {[]string{"resen", "again"}, prose(`\b[Rr]esen[dt]|[a-z]Resen[dt]|\b(sen[dt]|sends|sending) (it |them )?(once )?again\b`), "retry, retried", nil},
	"walk":    {[]string{"walk"}, prose(`(?i)walk`), "iterate, iterator, iteration", prose(`(filepath|fs|ast|richtext)\.Walk\w*|\w*WalkDir|\w*[Ww]alk(?:Elements|Pages)\w*|\bExampleWalk\b`)},
	"refuse":  {[]string{"refus"}, prose(`(?i)refus`), "reject", prose(`(?i)connections? (\w+ )?((is|are|was|were) )?refused|refuse[sd]? (\w+ )?(connection|stream)s?|REFUSED_?(STREAM|CONNECTION)|ECONNREFUSED|errRefused`)},
	"tells":   {[]string{"tells", "says", "say"}, prose(`(?i)\b(tells|says) (whether|how|where|when)\b|\b(option|setting|field|parameter)s? (that )?(says?|tells?)\b`), "reports whether, configures, contains", nil},
	"trouble": {[]string{"trouble", "wrong"}, prose(`(?i)trouble|\bwhat (goes|went|can go) wrong\b`), "failure, fault, problem", nil},
	"bite":    {[]string{"bite"}, prose(`(?i)\bbites?\b|Bites?(\b|[A-Z_])`), "detects, catches", nil},
	"beyond":  {[]string{"beyond"}, prose(`(?i)beyond the documents|op\.Beyond`), "experimental, undocumented", nil},
	"papers": {
		[]string{"document", "facts"},
		prose(`(?i)\b(both|the two) documents\b|\b(in|by|from|than) the documents\b|\bthe documents (show|have|say|state|name|leave|list|describe|forbid|do not)\b|Document[12]\b|\b(the|of) facts\b`),
		"the API reference", prose(`(?i)the documents (of|in|below|with)\b`),
	},
	"passing": {[]string{"passing"}, prose(`(?i)passing failure`), "transient failure", nil},
	"cut":     {[]string{"cut", "off"}, prose(`(?i)\b(broke|breaks) off\b|(\b|_)cut(s|ting)? ?(off|short)\b|\b(is|are|was|were|be|or) cut\b|\bcut (in|inside|after|by)\b`), "truncated, interrupted", nil},
	"turn":    {[]string{"turn", "over"}, prose(`\b([Ll]ast|[Ff]irst|[Nn]ext|[Ii]ts|[Ee]ach|[Aa]|[Tt]hat) turn\b|(?i)\bhand(s|ed|ing)? over\b|handOver`), "iteration, yield", nil},
	"came to": {[]string{"came", "come", "what became"}, prose(`(?i)\b(came to|comes to|come to|what became of)\b`), "result, outcome", nil},
	"mended":  {[]string{"mend"}, prose(`(?i)\bmend(s|ed|ing)?\b`), "fixed", nil},
	"memory":  {[]string{"memory"}, prose(`(?i)\bservice in memory|in-memory service\b`), "the in-memory server", nil},
	"then":    {[]string{"as it"}, prose(`(?i)\bas it (is|was|stands) then\b|\bas it stood\b`), "the updated site", nil},
	"read":    {[]string{"a read"}, prose(`\ba read (has|is|was|stays|goes|commits)\b|\b(in|of|by) a read\b|"a read"`), "safe request, read-only request", nil},
	"member":  {[]string{"member"}, prose(`(?i)\bmembers? of (a |an |the )?(JSON )?objects?\b|\bJSON members?\b`), "field", nil},
	"makes":   {[]string{"makes", "making", "made", "make a"}, prose(`\b(makes?|made|making) (a|an|another|a new) (site|space|collection|invite|link|share link|change request|comment|review|reply|page|section|import|team)( (in|for|with|of|that|called|and)\b|[.,;])`), "creates", nil},
	"names":   {[]string{" names", " name "}, prose(`\b(that|which|error) names (a|an|the|what|it)\b|\bwhat (it|they) names?\b`), "identifies", nil},
	"looks":   {[]string{"look"}, prose(`\b[Hh]ow (\w+ ){1,3}looks\b|\bthe look of\b|[a-z]Look\b`), "appearance, is displayed", nil},
	"own":     {[]string{"'s own"}, prose(`\bof (a|an|the|this) (\w+ )?\w+'s own\b`), "the caller's", nil},
}

// exceptions are the files that may use a word, each pattern of [path.Match] with the reason. The
// list may only get shorter: mostExceptions goes down with it.
var exceptions = map[string]map[string]string{
	"CHANGELOG.md": {
		"answer": "an old name and an old message",
		"walk":   "an old name",
	},
	"docs/streams.md":                         {"answer": "what the ask operations return"},
	"examples/ask*/*.go":                      {"answer": "what the ask operations return"},
	"examples/tour/*.go":                      {"answer": "what the ask operations return"},
	"*/ask*.go":                               {"answer": "what the ask operations return"},
	"orgs/example_test.go":                    {"answer": "what the ask operations return"},
	"publishingtest/*_ask*.go":                {"answer": "what the ask operations return"},
	"publishingtest/server_ruletable_test.go": {"answer": "tables of the API reference"},
	"richtext/*.go":                           {"walk": "a document is a tree"},
}

const mostExceptions = 10

// prose compiles an expression in which a space also matches the break between two lines of a
// comment or of a paragraph.
func prose(expr string) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(expr, " ", `(?: |\n(?:[ \t]*(?://|#) ?| *))`))
}

// speaks finds words in the files of a module that are not its vocabulary, and exceptions that are
// no longer needed.
func speaks(fsys fs.FS, exceptions map[string]map[string]string) (found []string, err error) {
	used := map[string]bool{}
	err = fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := entry.Name(); entry.IsDir() && (base == "testdata" || base == ".git" || base == ".cache") {
			return fs.SkipDir
		}
		if entry.IsDir() || !spoken(name) {
			return nil
		}
		content, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		lower := strings.ToLower(string(content))
		for _, key := range slices.Sorted(maps.Keys(words)) {
			if !slices.ContainsFunc(words[key].stems, func(stem string) bool { return strings.Contains(lower, stem) }) {
				continue
			}
			var hits []string
			for line, hit := range words[key].in(string(content)) {
				hits = append(hits, fmt.Sprintf("%s:%d: %q: want %s", name, line, hit, words[key].instead))
			}
			if len(hits) == 0 {
				continue
			}
			if exception := exceptionFor(exceptions, name, key); exception != "" {
				used[exception+" "+key] = true
			} else {
				found = append(found, hits...)
			}
		}
		return nil
	})
	for _, files := range slices.Sorted(maps.Keys(exceptions)) {
		for _, key := range slices.Sorted(maps.Keys(exceptions[files])) {
			if !used[files+" "+key] {
				found = append(found, fmt.Sprintf("%s: no %q any more: want its exception removed", files, key))
			}
		}
	}
	return found, err
}

// in iterates over the lines of a text that contain the word, by number.
func (w word) in(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		if w.allowed != nil {
			text = w.allowed.ReplaceAllStringFunc(text, func(phrase string) string {
				return strings.Repeat("\n", strings.Count(phrase, "\n"))
			})
		}
		last := 0
		for _, at := range w.pattern.FindAllStringIndex(text, -1) {
			line := 1 + strings.Count(text[:at[0]], "\n")
			if line == last {
				continue
			}
			if last = line; !yield(line, text[at[0]:at[1]]) {
				return
			}
		}
	}
}

// exceptionFor returns the pattern of the exception that permits a word in a file, "" for none.
func exceptionFor(exceptions map[string]map[string]string, name, key string) string {
	for files, reasons := range exceptions {
		if ok, err := path.Match(files, name); err == nil && ok && reasons[key] != "" {
			return files
		}
	}
	return ""
}

// spoken reports whether people read a file as text or source of this module.
func spoken(name string) bool {
	switch path.Ext(name) {
	case ".go", ".md", ".yml":
		return path.Base(name) != "vocabulary_test.go"
	}
	return path.Dir(name) == ".ci"
}

func TestVocabularyIsOne(t *testing.T) {
	t.Parallel()
	found, err := speaks(os.DirFS("../.."), exceptions)
	require.NoError(t, err)
	require.Empty(t, strings.Join(found, "\n"))
	count := 0
	for files, reasons := range exceptions {
		for key, reason := range reasons {
			require.NotEmpty(t, reason, files)
			require.Contains(t, words, key, files)
			count++
		}
	}
	require.Equal(t, mostExceptions, count, "the list of exceptions may only get shorter")
}

func TestSpeaksDetectsWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"// The answer is decoded.":                              1,
		"func lostAnswer() {}":                                   1,
		"// Each answer is the answer to a request.":             1,
		"// Stream answers a question.":                          0,
		"// [AskService.Answer] returns it.":                     0,
		"// Stream streams the\n// answer.":                      0,
		"// A streamed\n// response is the\n// answer.":          1,
		"// A request that was resent.":                          1,
		"// It is sent again.":                                   1,
		"// It is sent\n\t// again.":                             1,
		"// The field is present.":                               0,
		"// Pages walks the list.":                               1,
		"err := filepath.WalkDir(root, visit)":                   0,
		"// richtext.Walk visits each node.":                     0,
		"// A refused attempt is retried.":                       1,
		"// The connection was refused.":                         0,
		"// after a refused\n// connection.":                     0,
		"fault.ResetStream(fault.RefusedStream)":                 0,
		"// The input is refused.":                               1,
		"// ok tells whether it is there.":                       1,
		"// ok reports whether it is there.":                     0,
		"// Nobody can tell whether it took effect.":             0,
		"// The option says how often it is retried.":            1,
		"// This shows what went wrong.":                         1,
		"// Network trouble.":                                    1,
		"func TestRuleBites(t *testing.T) {}":                    1,
		"// Some bytes of it.":                                   0,
		"// Beyond the documents.":                               1,
		"// A name from the documents.":                          1,
		"// The texts of the documents that the caller wrote.":   0,
		"// Pages differ in the documents of the two.":           0,
		"// The facts have no such field.":                       1,
		"// It returns two documents.":                           0,
		"// A passing failure.":                                  1,
		"// A stream that is cut.":                               1,
		"func ExampleRead_cutOff() {}":                           1,
		"name, _, _ := strings.Cut(text, `,`)":                   0,
		"// An error is the last turn.":                          1,
		"// It returns a Turn.":                                  0,
		"// The value that a page hands over.":                   1,
		"// What each call came to.":                             1,
		"// The service was mended.":                             1,
		"// A service in memory.":                                1,
		"// Update returns the site as it is then.":              1,
		"// No body, since a read has no body.":                  1,
		"// An error of a Read.":                                 0,
		"// A member of a JSON object.":                          1,
		"// A member of an organization.":                        0,
		"// Create makes a site in the organization.":            1,
		"// makeDefault makes a site space the default one.":     0,
		"// An error names the page.":                            1,
		"// The names of the pages.":                             0,
		"// The theme configures how the site looks.":            1,
		"// A client of the program's own.":                      1,
		"// A package of its own.":                               0,
		"// Nobody looks at it.":                                 0,
		"// One of the answers, and\n// another of the answers.": 2,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			for _, name := range []string{"a/a.go", "docs/a.md", ".ci/run"} {
				found, err := speaks(fstest.MapFS{name: {Data: []byte("first line\n" + text + "\n")}}, nil)
				require.NoError(t, err)
				require.Len(t, found, want, "%q", found)
			}
		})
	}
	found, err := speaks(fstest.MapFS{
		"orgs/ask.go":           {Data: []byte("// Answer returns the answer to a question.\n")},
		"orgs/asked.go":         {Data: []byte("// Query is a question.\n\n// A wrong answer.\n// It walks.\n")},
		"orgs/member.go":        {Data: []byte("// A wrong answer.\n")},
		"orgs/testdata/a.md":    {Data: []byte("answer\n")},
		"orgs/testdata/a.json":  {Data: []byte(`{"answer": 1}`)},
		"orgs/internal/data.sh": {Data: []byte("answer\n")},
	}, map[string]map[string]string{
		"orgs/ask*.go": {"answer": "what the ask operations return"},
		"orgs/page.go": {"answer": "what the ask operations return"},
		"*.go":         {"answer": "what the ask operations return"},
	})
	require.NoError(t, err)
	require.Equal(t, []string{
		`orgs/asked.go:4: "walk": want iterate, iterator, iteration`,
		`orgs/member.go:1: "answer": want response, returns, responds with`,
		`*.go: no "answer" any more: want its exception removed`,
		`orgs/page.go: no "answer" any more: want its exception removed`,
	}, found)
}
