package contract

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// streamCase is a response that each operation with an event stream gets on a real connection,
// after one message. The server sends what comes after the message only when the loop has received
// it, and then keeps the response open unless it ends.
type streamCase struct {
	contentType string // "" for that of an event stream
	coding      string
	after       string // the message
	ends        bool
	check       func(t *testing.T, err error)
}

var streamCases = map[string]streamCase{
	"a bare done":                   {after: "event: done\n\n", check: noError},
	"done with data":                {after: "event: done\ndata: {}\n\n", check: noError},
	"done with the word done":       {after: "event: done\ndata: done\n\n", check: noError},
	"[DONE]":                        {after: "data: [DONE]\n\n", check: noError},
	"the end of the body":           {ends: true, check: noError},
	"a parameter without a value":   {contentType: "text/event-stream; charset", ends: true, check: noError},
	"a bare error":                  {after: "event: error\n\n", check: failsWith[*api.StreamError]},
	"an error with data":            {after: "event: error\ndata: {}\n\n", check: failsWith[*api.StreamError]},
	"an error with a message":       {after: "event: error\ndata: {\"error\":{\"message\":\"too busy\"}}\n\n", check: tooBusy},
	"an error without a name":       {after: "data: {\"error\":{\"message\":\"too busy\"}}\n\n", check: tooBusy},
	"an error as a text":            {after: "data: {\"error\":\"too busy\"}\n\n", check: failsWith[*api.StreamError]},
	"an error by its type":          {after: "data: {\"type\":\"error\"}\n\n", check: failsWith[*api.StreamError]},
	"an end inside a message":       {after: "data: {", ends: true, check: truncated},
	"a message that is not JSON":    {after: "data: [\n\n", check: failsWith[*api.DecodeError]},
	"gzip":                          {coding: "gzip", ends: true, check: noError},
	"gzip with a bare done":         {coding: "gzip", after: "event: done\n\n", check: noError},
	"gzip with an error":            {coding: "gzip", after: "event: error\n\n", check: failsWith[*api.StreamError]},
	"gzip, truncated":               {coding: "gzip, truncated", ends: true, check: truncated},
	"gzip, truncated in a message":  {coding: "gzip, truncated", after: "data: {}\n", ends: true, check: truncated},
	"gzip, corrupt":                 {coding: "gzip, corrupt", check: failsWith[*api.DecodeError]},
	"gzip, with an oversized event": {coding: "gzip", after: "data: " + string(bytes.Repeat([]byte("x"), 5<<20)), check: failsWith[*api.DecodeError]},
}

func noError(t *testing.T, err error) {
	t.Helper()
	require.NoError(t, err)
}

func failsWith[E error](t *testing.T, err error) {
	t.Helper()
	_, ok := errors.AsType[E](err)
	require.True(t, ok, "%T %v", err, err)
}

func tooBusy(t *testing.T, err error) {
	t.Helper()
	failed, ok := errors.AsType[*api.StreamError](err)
	require.True(t, ok, "%T %v", err, err)
	require.Equal(t, "too busy", failed.Message)
}

func truncated(t *testing.T, err error) {
	t.Helper()
	failsWith[*api.TransportError](t, err)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// streamsEnd requires each stream to yield what is flushed, and to end as its response does.
func (s *suite) streamsEnd(t *testing.T) {
	for _, o := range s.ops {
		if o.Class != op.Stream {
			continue
		}
		r := s.first(o.Name)
		f, err := load(s.files, r.Response)
		require.NoError(t, err)
		message := "data: " + text(f.messages()[0]) + "\n\n"
		for name, c := range streamCases {
			t.Run(o.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				c.run(t, r.Call, sampleIDs(o), message)
				if c.ends && !c.announced() {
					c.check = truncated
				}
				c.run(t, r.Call, sampleIDs(o), message, api.WithRequireDone())
			})
		}
		t.Run(o.Name+"/client.Stream", func(t *testing.T) {
			t.Parallel()
			streamCases["gzip with a bare done"].run(t, func(a Args) (any, error) {
				return a.Stream(a.Ctx, publishing.Request{Method: o.Method, Path: "/v1/stream"}, a.Opts...), nil
			}, nil, message)
		})
	}
}

// announced reports whether the service announces the end of the stream.
func (c streamCase) announced() bool {
	return strings.Contains(c.after, "done") || strings.Contains(c.after, "[DONE]")
}

func (c streamCase) run(t *testing.T, call func(Args) (any, error), ids []string, message string, opts ...api.CallOption) {
	yielded := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.serve(w, r, message, yielded)
	}))
	t.Cleanup(server.Close)
	client, err := publishing.NewClient(server.URL, publishing.WithToken(secret), publishing.WithHTTPClient(server.Client()))
	require.NoError(t, err)
	var meta api.Meta
	sequence, err := call(Args{client, t.Context(), ids, api.NewSecret(secretKey), append(opts, api.WithMeta(&meta))})
	require.NoError(t, err)
	messages := 0
	for _, problem := range reflect.ValueOf(sequence).Seq2() {
		require.NoError(t, err, "a value or an error after an error")
		if !problem.IsNil() {
			err, _ = reflect.TypeAssert[error](problem)
			continue
		}
		messages++
		yielded <- struct{}{}
	}
	require.Equal(t, 1, messages)
	require.Equal(t, c.announced(), meta.Done)
	c.check(t, err)
}

func (c streamCase) serve(w http.ResponseWriter, r *http.Request, message string, yielded <-chan struct{}) {
	contentType := c.contentType
	if contentType == "" {
		contentType = "text/event-stream"
	}
	w.Header().Set("Content-Type", contentType)
	var to io.Writer = w
	flush := func() error { return nil }
	if c.coding != "" {
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		to, flush = zip, zip.Flush
		if c.ends && c.coding == "gzip" {
			defer func() { _ = zip.Close() }()
		}
	}
	if _, err := io.WriteString(to, message); err != nil || flush() != nil || http.NewResponseController(w).Flush() != nil {
		return
	}
	select {
	case <-yielded:
	case <-r.Context().Done():
		return
	}
	if c.coding == "gzip, corrupt" {
		to, flush = w, func() error { return nil }
		_, _ = w.Write(bytes.Repeat([]byte{0xFF}, 64))
	}
	if _, err := io.WriteString(to, c.after); err != nil || flush() != nil || http.NewResponseController(w).Flush() != nil {
		return
	}
	if !c.ends {
		<-r.Context().Done()
	}
}
