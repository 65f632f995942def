package contract

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// fixture is an answer of the documents.
type fixture struct {
	data   []byte // as it is sent
	root   any    // its JSON, nil when it has no body; of a stream the list of its messages
	stream bool
	files  []string // what of testdata it is made of
}

// load reads the answer of a row: JSON, the name of a file in testdata, or "".
func load(answer string) (*fixture, error) {
	f := &fixture{data: []byte(answer)}
	if answer == "" {
		return f, nil
	}
	if isFile(answer) {
		var err error
		if f.data, err = f.read(answer); err != nil {
			return nil, err
		}
	}
	if filepath.Ext(answer) == ".sse" {
		f.stream = true
		return f, f.parseStream()
	}
	return f, f.parseJSON()
}

var fileName = regexp.MustCompile(`^[a-z0-9_/-]+\.(json|sse)$`)

func isFile(text string) bool { return fileName.MatchString(text) }

func (f *fixture) read(name string) ([]byte, error) {
	f.files = append(f.files, name)
	return os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
}

func (f *fixture) parseJSON() error {
	root, err := parse(f.data)
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	known := len(f.files)
	if f.root, err = f.resolve(root); err != nil {
		return err
	}
	if len(f.files) > known {
		f.data = []byte(text(f.root))
	}
	return nil
}

// resolve puts files in the place of the strings that stand for them.
func (f *fixture) resolve(value any) (any, error) {
	var err error
	switch value := value.(type) {
	case map[string]any:
		for name := range value {
			if value[name], err = f.resolve(value[name]); err != nil {
				return nil, err
			}
		}
	case []any:
		for i := range value {
			if value[i], err = f.resolve(value[i]); err != nil {
				return nil, err
			}
		}
	case string:
		name, ok := strings.CutPrefix(value, "@")
		if !ok || !isFile(name) {
			return value, nil
		}
		data, err := f.read(name)
		if err != nil {
			return nil, err
		}
		inner, err := parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return f.resolve(inner)
	}
	return value, nil
}

// parseStream takes the messages out of an event stream. It is no reader for any stream, only for those of testdata.
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

// reply answers with the fixture as it is.
func (f *fixture) reply(status int) []reply { return f.replyBytes(status, f.data) }

// replyWith answers with another JSON in the fixture's form.
func (f *fixture) replyWith(status int, root any) []reply {
	if !f.stream {
		return f.replyBytes(status, []byte(text(root)))
	}
	var b strings.Builder
	for _, message := range root.([]any) {
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

// encode returns what came back in the form of the fixture's root.
func (f *fixture) encode(got *result) (any, error) {
	list := []any{}
	for _, value := range got.values {
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
