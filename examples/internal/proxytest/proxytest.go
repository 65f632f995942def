// Package proxytest tests the examples with responses that the in-memory server does not send.
package proxytest

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// Change makes the example under test run on a server, in an organization, and changes the
// responses. It calls change with the path of the request and the JSON of each response and of each
// message of a stream, from several goroutines.
func Change(t *testing.T, server *publishingtest.Server, orgID string, change func(path string, response any) any) {
	t.Helper()
	target, err := url.Parse(server.URL())
	require.NoError(t, err)
	transport := &http.Transport{}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Set("Accept-Encoding", "identity")
		},
		ModifyResponse: func(resp *http.Response) error {
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				return err
			}
			kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
			changed := func(data []byte) []byte { return changeJSON(data, resp.Request.URL.Path, change) }
			switch kind {
			case "application/json":
				body = changed(body)
			case "text/event-stream":
				lines := bytes.Split(body, []byte("\n"))
				for i, line := range lines {
					if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
						lines[i] = slices.Concat([]byte("data: "), changed(data))
					}
				}
				body = bytes.Join(lines, []byte("\n"))
			}
			resp.Body = io.NopCloser(bytes.NewReader(body))
			resp.ContentLength = int64(len(body))
			resp.Header.Set("Content-Length", strconv.Itoa(len(body)))
			return nil
		},
	})
	t.Cleanup(func() {
		proxy.Close()
		transport.CloseIdleConnections()
	})
	Use(t, server, orgID)
	t.Setenv(publishing.EnvBaseURL, proxy.URL)
}

// Use makes the example under test run on a server, in an organization.
func Use(t *testing.T, server *publishingtest.Server, orgID string) {
	t.Helper()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, orgID)
}

// changeJSON returns data with a change, or as it is if it is not JSON.
func changeJSON(data []byte, path string, change func(path string, response any) any) []byte {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return data
	}
	changed, err := json.Marshal(change(path, value))
	if err != nil {
		return data
	}
	return changed
}

// Controls contains what a service may send to control a terminal: sequences that set its title and
// its clipboard, clear it, conceal text or change its direction, and how they are written in
// Markdown.
const Controls = " \x1b]0;title\x07\x1b[8m\u009b2J\u009d52;c;YQ==\u009c\x00\x08\r\u202eevil\u2066\u200f\u2028" +
	" &#27;]0;title&#7;&#x1b;[8m&#x9B;2J&#8238;&rlm;&amp;#27;[8m"

// texts are the fields of responses that people write.
var texts = []string{"title", "displayName", "subject", "description", "message", "markdown", "name", "reason", "question", "body", "email", "app", "plan", "path"}

// Control adds [Controls] to the texts of a response, for use with [Change].
func Control(_ string, response any) any {
	switch value := response.(type) {
	case map[string]any:
		for _, key := range slices.Collect(maps.Keys(value)) {
			text, isText := value[key].(string)
			switch {
			case isText && slices.Contains(texts, key):
				value[key] = text + Controls
			case key == "questions" || key == "followupQuestions":
				list, _ := value[key].([]any)
				for i := range list {
					list[i] = Controls
				}
			default:
				value[key] = Control("", value[key])
			}
		}
	case []any:
		for i := range value {
			value[i] = Control("", value[i])
		}
	}
	return response
}

// envProgram is the environment variable that makes a test binary run as the example.
const envProgram = "PROXYTEST_PROGRAM"

// RunMain runs main, which is that of the example under test, and ends the process, if this process
// is that of a [Command]. A TestMain calls it first.
func RunMain(main func()) {
	if os.Getenv(envProgram) != "" {
		main()
		os.Exit(0)
	}
}

// Command returns the command that runs the example under test in a process of its own. The test
// binary runs as the example, since [RunMain] knows its main function, so that nothing is built.
func Command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	require.Empty(t, os.Getenv(envProgram), "want TestMain to call proxytest.RunMain")
	self, err := os.Executable()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), self, args...) //nolint:gosec // this program
	command.Env = append(os.Environ(), envProgram+"=1")
	return command
}

// RequirePrintableOutput runs the example under test, as the program that it is, once with each of
// the given arguments and once more with a token that the server rejects. It requires that what the
// program prints does not control a terminal, whether the program fails or not.
func RequirePrintableOutput(t *testing.T, runs ...[]string) {
	t.Helper()
	run := func(args []string) {
		printed, _ := Command(t, args...).CombinedOutput()
		require.Contains(t, string(printed), "]0;title", "want it to print what the service sent, with %q", args)
		RequirePrintable(t, string(printed))
	}
	for _, args := range runs {
		run(args)
	}
	t.Setenv(publishing.EnvToken, "wrong")
	run(runs[0])
}

// RequirePrintable requires a text to contain nothing that controls a terminal.
func RequirePrintable(t *testing.T, text string) {
	t.Helper()
	for at, r := range text {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			require.Failf(t, "the output contains a character that is not printed", "%U in %q", r, text[max(0, at-40):min(len(text), at+40)])
		}
	}
}
