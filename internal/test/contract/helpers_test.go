package contract

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// The tests of this package run its checks on operations and types that are wrong in one way each.

func parsed(t *testing.T, name, method, template string, traits ...op.Trait) *op.Op {
	t.Helper()
	o, err := op.Parse(name, method, template, traits...)
	require.NoError(t, err)
	return o
}

// hasProblems requires each of the texts in one problem, and no others.
func hasProblems(t *testing.T, got, want []string) {
	t.Helper()
	require.Len(t, got, len(want), "%q", got)
	for _, text := range want {
		require.True(t, slices.ContainsFunc(got, func(problem string) bool { return strings.Contains(problem, text) }), "want %q in %q", text, got)
	}
}
