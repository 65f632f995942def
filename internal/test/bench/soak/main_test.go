package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestEveryTaskAndFaultHappensAndLeavesNothing(t *testing.T) { //nolint:paralleltest // it counts the goroutines of the process
	var out strings.Builder
	require.NoError(t, run(t.Context(), plan{minutes: 2, tasks: 3, every: 50, stall: 3 * time.Second}, &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 2)
	for _, task := range tasks {
		require.Contains(t, lines[1], task.name+": ")
	}
	for _, fault := range faults {
		require.Contains(t, lines[1], fault.name+": ")
	}
	for _, line := range lines {
		require.Contains(t, line, " goroutines, ")
	}
}

func TestRunEndsWhenItIsInterrupted(t *testing.T) { //nolint:paralleltest // the other test counts goroutines
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, run(ctx, plan{minutes: 1, tasks: 1, every: 100, stall: time.Second}, io.Discard), context.Canceled)
}

func TestMoreAtTheEndIsAnError(t *testing.T) {
	t.Parallel()
	looks := func(last look) []look {
		list := []look{{5, 9, 1000}, {9, 12, 1100}, {5, 9, 1000}}
		for range 6 {
			list = append(list, look{7, 10, 1200})
		}
		return append(list, last, last, last)
	}
	require.NoError(t, grown(looks(look{5, 9, 1000})))
	require.NoError(t, grown(looks(look{5, 9, 1050})))
	require.ErrorContains(t, grown(looks(look{6, 9, 1000})), "goroutines")
	require.ErrorContains(t, grown(looks(look{5, 10, 1000})), "descriptors")
	require.ErrorContains(t, grown(looks(look{5, 9, 1051})), "heap")
}

func TestFailuresThatNoFaultExplainsAreErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  error
		kind string
	}{
		{&api.Error{Status: 503}, "status 503"},
		{fmt.Errorf("page 2: %w", &api.Error{Status: 429}), "status 429"},
		{&api.Error{Status: 404}, unexplained},
		{&api.TransportError{Err: syscall.ECONNRESET}, "reset"},
		{&api.TransportError{Err: io.ErrUnexpectedEOF}, "truncated"},
		{&api.TransportError{Err: context.DeadlineExceeded}, "timeout"},
		{&api.TransportError{Err: errors.New("other")}, unexplained},
		{&api.DecodeError{}, unexplained},
		{errors.New("other"), unexplained},
	} {
		l := &load{wrong: make([]error, 0, 1)}
		l.fail(t.Context(), test.err)
		require.Equal(t, "1 ("+test.kind+": 1)", l.failures.String())
		require.Equal(t, test.kind == unexplained, l.unexplained() != nil)
	}
}
