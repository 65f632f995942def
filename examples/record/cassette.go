package main

import (
	"fmt"
	"io"
	"net/http"

	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/recorder"
)

// newRecorder returns a transport that sends requests with next and records them with their
// responses. Its method Stop writes the cassette name.yaml without secrets; [redactor] lists them.
// Fields and parameters whose name is in names are secrets too.
//
// A response is returned when its body is complete, so the events of a stream arrive together. An
// attempt without a complete response is not recorded.
func newRecorder(name string, next http.RoundTripper, names ...string) (*recorder.Recorder, error) {
	r := &redactor{names: names}
	return recorder.New(name,
		recorder.WithMode(recorder.ModeRecordOnly),
		recorder.WithRealTransport(next),
		recorder.WithSkipRequestLatency(true),
		// A response can contain a value that only a later response shows to be a secret, so all
		// secrets are collected before any is replaced. The program receives the responses
		// unchanged.
		recorder.WithHook(r.collect, recorder.AfterCaptureHook),
		recorder.WithHook(r.redact, recorder.BeforeSaveHook),
		recorder.WithDebugWriter(silent{io.Discard}),
	)
}

// newReplayer returns a transport that returns the responses of the cassette name.yaml, each once.
// For a request that was not recorded, it returns [cassette.ErrInteractionNotFound]. Stop returns
// an error if a recorded request was not sent. names must be the same as for [newRecorder].
func newReplayer(name string, names ...string) (*recorder.Recorder, error) {
	r := &redactor{names: names}
	return recorder.New(name,
		recorder.WithMode(recorder.ModeReplayOnly),
		recorder.WithMatcher(r.matches),
		recorder.WithSkipRequestLatency(true),
		recorder.WithHook(wasReplayed, recorder.OnRecorderStopHook),
		recorder.WithDebugWriter(silent{io.Discard}),
	)
}

// silent discards what is written to it. If VCR_DEBUG is set, the recorder replaces [io.Discard]
// itself with standard error, and would write requests with their secrets to it.
type silent struct{ io.Writer }

func wasReplayed(i *cassette.Interaction) error {
	if i.WasReplayed() {
		return nil
	}
	return fmt.Errorf("interaction %d was not replayed: %s %s", i.ID, i.Request.Method, i.Request.URL)
}
