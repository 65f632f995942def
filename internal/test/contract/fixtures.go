package contract

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed testdata/fields.tsv testdata/*/*.json
var embedded embed.FS

// shared has the fixtures and the fields that several areas use.
var shared = func() fs.FS {
	sub, err := fs.Sub(embedded, "testdata")
	if err != nil {
		panic(err)
	}
	return sub
}()

// fixtures are the files that rows use. A name with a directory, such as spaces/space.json, is a
// file of this package, which all areas share. Any other name is a file in the testdata of the
// area.
type fixtures struct{ own fs.FS }

func (f fixtures) Open(name string) (fs.File, error) {
	if strings.Contains(name, "/") {
		return shared.Open(name)
	}
	return f.own.Open(name)
}

// fixture is a response of the API reference.
type fixture struct {
	data   []byte // as it is sent
	root   any    // its JSON, nil for none; for a stream, the list of its messages
	stream bool
	files  []string // files that it consists of
}

// load reads the response of a row: JSON, the name of a file, or nothing.
func load(files fs.FS, response string) (*fixture, error) {
	f := &fixture{data: []byte(response)}
	if response == "" {
		return f, nil
	}
	if isFile(response) {
		var err error
		if f.data, err = f.read(files, response); err != nil {
			return nil, err
		}
	}
	if filepath.Ext(response) == ".sse" {
		f.stream = true
		return f, f.parseStream()
	}
	return f, f.parseJSON(files)
}

var fileName = regexp.MustCompile(`^[a-z0-9_/-]+\.(json|sse)$`)

func isFile(text string) bool { return fileName.MatchString(text) }

func (f *fixture) read(files fs.FS, name string) ([]byte, error) {
	f.files = append(f.files, name)
	return fs.ReadFile(files, name)
}

func (f *fixture) parseJSON(files fs.FS) error {
	root, err := parse(f.data)
	if err != nil {
		return fmt.Errorf("response: %w", err)
	}
	known := len(f.files)
	if f.root, err = f.resolve(files, root); err != nil {
		return err
	}
	if len(f.files) > known {
		f.data = []byte(text(f.root))
	}
	return nil
}

// resolve replaces strings such as "@spaces/space.json" by the contents of the file.
func (f *fixture) resolve(files fs.FS, value any) (any, error) {
	var err error
	switch value := value.(type) {
	case map[string]any:
		for name := range value {
			if value[name], err = f.resolve(files, value[name]); err != nil {
				return nil, err
			}
		}
	case []any:
		for i := range value {
			if value[i], err = f.resolve(files, value[i]); err != nil {
				return nil, err
			}
		}
	case string:
		name, ok := strings.CutPrefix(value, "@")
		if !ok || !isFile(name) {
			return value, nil
		}
		data, err := f.read(files, name)
		if err != nil {
			return nil, err
		}
		inner, err := parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return f.resolve(files, inner)
	}
	return value, nil
}

// parseStream parses the messages of an event stream in the form that the fixtures have. It is no
// reader for other streams.
func (f *fixture) parseStream() error {
	messages := []any{}
	for block := range strings.SplitSeq(strings.ReplaceAll(string(f.data), "\r\n", "\n"), "\n\n") {
		var data []string
		event := ""
		for line := range strings.SplitSeq(block, "\n") {
			if value, ok := strings.CutPrefix(line, "data: "); ok {
				data = append(data, value)
			}
			if value, ok := strings.CutPrefix(line, "event: "); ok {
				event = value
			}
		}
		if event == "done" {
			break
		}
		if len(data) == 0 {
			continue
		}
		message, err := parse([]byte(strings.Join(data, "\n")))
		if err != nil {
			return fmt.Errorf("message: %w", err)
		}
		messages = append(messages, message)
	}
	f.root = messages
	return nil
}

// messages returns the JSON values of the fixture: one, or those of the stream.
func (f *fixture) messages() []any {
	if list, ok := f.root.([]any); ok && f.stream {
		return list
	}
	return []any{f.root}
}

// isArray reports whether the response is a bare array.
func (f *fixture) isArray() bool {
	_, ok := f.root.([]any)
	return ok && !f.stream
}

// reply responds with the fixture as it is.
func (f *fixture) reply(status int) []reply { return f.replyBytes(status, f.data) }

// replyWith responds with another JSON in the form of the fixture.
func (f *fixture) replyWith(status int, root any) []reply {
	messages, ok := root.([]any)
	if !f.stream || !ok {
		return f.replyBytes(status, []byte(text(root)))
	}
	var b strings.Builder
	for _, message := range messages {
		b.WriteString("data: " + text(message) + "\n\n")
	}
	return f.replyBytes(status, []byte(b.String()))
}

func (f *fixture) replyBytes(status int, data []byte) []reply {
	contentType := "application/json; charset=utf-8"
	switch {
	case f.stream:
		contentType = "text/event-stream; charset=utf-8"
	case len(data) == 0:
		contentType = ""
	}
	return []reply{{status, contentType, data}}
}

// encode returns the values of a result as JSON in the form of the fixture's root.
func (f *fixture) encode(got *Result) (any, error) {
	list := []any{}
	for _, value := range got.Values {
		encoded, err := encode(value)
		if err != nil {
			return nil, err
		}
		list = append(list, encoded)
	}
	switch {
	case f.stream:
		return list, nil
	case len(list) == 0:
		return nil, nil
	case len(list) == 1:
		return list[0], nil
	default:
		return nil, fmt.Errorf("want one value, got %d", len(list))
	}
}

// fixturesAreUsed reports the files in the area's testdata that no row uses.
func (s *suite) fixturesAreUsed(t *testing.T) {
	used := map[string]bool{}
	for _, f := range s.findings {
		if f.fixture != nil {
			for _, name := range f.fixture.files {
				used[name] = true
			}
		}
	}
	names, err := fs.Glob(os.DirFS("testdata"), "*")
	require.NoError(t, err)
	for _, name := range names {
		if isFile(name) && !used[name] {
			t.Errorf("%s: no row uses it, remove it", s.path("testdata/"+name))
		}
	}
}
