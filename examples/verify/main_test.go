package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// onServer runs the program on a server.
func onServer(t *testing.T, server *publishingtest.Server, args ...string) (status int, out string) {
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, "")
	var b strings.Builder
	status, err := run(t.Context(), append([]string{"-per-minute", "1000000"}, args...), strings.NewReader("yes\n"), &b, io.Discard)
	require.NoError(t, err)
	return status, b.String()
}

func TestTheExitStatusReportsADifference(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	server.SeedDemo()
	server.Faults.Add("Sites.List", 1000, publishingtest.EditJSON(func(body map[string]any) {
		items, _ := body["items"].([]any)
		for _, item := range items {
			site, _ := item.(map[string]any)
			site["visibility"] = "by-invitation"
		}
	}))
	name := filepath.Join(t.TempDir(), "report.json")
	status, out := onServer(t, server, "-format", "markdown", "-o", name)
	require.Equal(t, statusDiffers, status)
	require.Contains(t, out, "| Sites.List | unknown value | `/items/[]/visibility` |")
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	var saved struct{ Differences []map[string]any }
	require.NoError(t, json.Unmarshal(data, &saved))
	require.Len(t, saved.Differences, 1)
	require.Equal(t, "by-invitation", saved.Differences[0]["detail"])
}

func TestARunWithoutAResultFails(t *testing.T) {
	t.Setenv(publishing.EnvToken, "token")
	for _, code := range []int{http.StatusNotFound, http.StatusNotImplemented} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }))
		t.Setenv(publishing.EnvBaseURL, server.URL)
		status, err := run(t.Context(), []string{"-per-minute", "1000000"}, nil, io.Discard, io.Discard)
		server.Close()
		require.Equal(t, statusFailed, status)
		require.ErrorContains(t, err, "no operation succeeded")
	}
}

func TestARejectedTokenEndsTheRun(t *testing.T) {
	server := publishingtest.NewServer(t)
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, "another")
	status, err := run(t.Context(), nil, nil, io.Discard, io.Discard)
	require.Equal(t, statusFailed, status)
	require.ErrorIs(t, err, publishing.ErrUnauthorized)
	require.Len(t, server.Calls.All(), 1)
}

func TestA401OfOneOperationIsADifference(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	server.SeedDemo()
	server.Faults.Add("Spaces.Get", 1, publishingtest.Status(http.StatusUnauthorized))
	status, out := onServer(t, server, "-format", "markdown")
	require.Equal(t, statusDiffers, status)
	require.Contains(t, out, ", 1 differences, ")
	require.Contains(t, out, "| Spaces.Get | status |")
}

func TestAnInterruptEndsTheRunWithAReport(t *testing.T) {
	server := publishingtest.NewServer(t)
	seedWorld(t, server)
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	ctx, cancel := context.WithCancel(t.Context())
	server.Faults.Add("Sites.Get", 1, publishingtest.Pass().When(func(publishingtest.Call) bool {
		cancel()
		return true
	}))
	var b strings.Builder
	status, err := run(ctx, []string{"-per-minute", "1000000"}, nil, &b, io.Discard)
	require.Equal(t, statusFailed, status)
	require.ErrorIs(t, err, context.Canceled)
	require.Contains(t, b.String(), "Sites.List")
	require.Contains(t, b.String(), "the run ended early")
	require.NotContains(t, b.String(), "the token sees nothing")
}

func TestAnInterruptEndsTheQuestion(t *testing.T) {
	server := publishingtest.NewServer(t)
	server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	in, typing := io.Pipe()
	t.Cleanup(func() { require.NoError(t, typing.Close()) })
	ctx, cancel := context.WithCancel(t.Context())
	status, err := run(ctx, []string{"-write", "-write"}, in, io.Discard, writerFunc(func(p []byte) (int, error) {
		if strings.Contains(string(p), "Type yes") {
			cancel()
		}
		return len(p), nil
	}))
	require.Equal(t, statusFailed, status)
	require.ErrorIs(t, err, context.Canceled)
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestAnInterruptDuringTheLastStepIsNoResult(t *testing.T) {
	server := publishingtest.NewServer(t)
	seedWorld(t, server)
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	ctx, cancel := context.WithCancel(t.Context())
	server.Faults.Add(tokensCreate, 1, publishingtest.Pass().When(func(publishingtest.Call) bool {
		cancel()
		return true
	}))
	status, err := run(ctx, []string{"-tokens", "-per-minute", "1000000"}, nil, io.Discard, io.Discard)
	require.Equal(t, 1, server.Calls.Count(tokensCreate))
	require.Equal(t, statusFailed, status)
	require.ErrorIs(t, err, context.Canceled)
}

// contentOf returns the texts of responses that are content: all but the names of fields of objects
// and the values of enums.
func contentOf(bodies map[string][]any) (texts []string) {
	for _, list := range bodies {
		for _, body := range list {
			texts = append(texts, allTexts(body)...)
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

func allTexts(value any) (texts []string) {
	switch v := value.(type) {
	case string:
		texts = append(texts, v)
	case []any:
		for _, element := range v {
			texts = append(texts, allTexts(element)...)
		}
	case map[string]any:
		for _, field := range v {
			texts = append(texts, allTexts(field)...)
		}
	}
	return texts
}

func TestTheReportContainsNoContent(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	seedWorld(t, server)
	everything := publishingtest.EditJSON(spoil)
	spoiled := sample.OneByOne(safeOperations())
	for _, name := range spoiled {
		server.Faults.Add(name, 10000, everything)
	}
	w, _ := testWalk(t, server)
	require.NoError(t, w.run(t.Context()))
	require.NoError(t, w.settle(t.Context()))
	w.report.finish(false, false)
	var b strings.Builder
	require.NoError(t, writeText(&b, w.report))
	require.NoError(t, writeMarkdown(&b, w.report))
	encoded, err := json.Marshal(w.report)
	require.NoError(t, err)
	printed := b.String() + string(encoded)
	t.Logf("%d findings of %d", len(w.report.findings), len(spoiled))
	require.Greater(t, len(w.report.findings), 3*len(spoiled))
	words := map[string]bool{}
	for _, word := range wordsOf(printed) {
		words[word] = true
	}
	names := namesOf(t, w)
	for _, text := range contentOf(w.bodies) {
		switch {
		case strings.ContainsAny(text, " @:/") || len(text) > 20:
			require.NotContains(t, printed, text)
		case !names[text]:
			require.False(t, words[text], text)
		}
	}
	require.NotContains(t, printed, secretMark)
}

// wordsOf returns the words of a text, in which names consist of letters, digits and some signs.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_$", r)
	})
}

// namesOf returns the words of a report that are no content: those of a report without differences,
// the names of fields, and the values of enums, which are also in the responses.
func namesOf(t *testing.T, w *walk) map[string]bool {
	var b strings.Builder
	clean := newReport()
	clean.outcomes, clean.rules, clean.skipped = w.report.outcomes, w.report.rules, w.report.skipped
	require.NoError(t, writeText(&b, clean))
	names := map[string]bool{}
	for _, word := range wordsOf(b.String()) {
		names[word] = true
	}
	for _, rows := range newOracle(t).objects {
		for _, f := range rows {
			names[f.field] = true
			for _, word := range wordsOf(f.kind) {
				names[word] = true
			}
		}
	}
	return names
}

// secretMark is content that spoil adds in several places.
const secretMark = "CONFIDENTIAL"

// spoil changes each field of a body in one of several ways, with content in what it adds.
func spoil(body map[string]any) { spoilAt(body, new(int)) }

func spoilAt(value any, n *int) {
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			spoilAt(element, n)
		}
	case map[string]any:
		for name, field := range v {
			if name == "items" || name == "pages" || name == "id" || name == "next" {
				spoilAt(field, n)
				continue
			}
			*n++
			text, isText := field.(string)
			switch {
			case *n%7 == 0 && isText:
				v[name] = map[string]any{secretMark + " key": text}
			case *n%7 == 1 && isText:
				v[name] = text + " " + secretMark
			case *n%7 == 2:
				v["unknown "+secretMark] = field
			default:
				spoilAt(field, n)
			}
		}
	}
}
