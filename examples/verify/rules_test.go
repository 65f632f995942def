package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
)

func TestEachRuleIsSettled(t *testing.T) {
	t.Parallel()
	undecided := map[string]bool{}
	for _, rule := range publishingtest.Rules() {
		undecided[rule.ID] = rule.Undecided
	}
	var ids []string
	for _, t := range trials {
		ids = append(ids, t.rule)
	}
	for _, o := range observations {
		ids = append(ids, o.rule)
	}
	for _, id := range ids {
		require.True(t, undecided[id], "%s: want a rule that no source states", id)
	}
	for verdict, opts := range map[verdict][]publishingtest.Option{
		asExpected: nil, otherwise: {publishingtest.WithoutRule(ids...)},
	} {
		t.Run(string(verdict), func(t *testing.T) {
			t.Parallel()
			server := publishingtest.NewServer(t, opts...)
			seedWorld(t, server)
			w, _ := testWalk(t, server)
			require.NoError(t, w.run(t.Context()))
			require.NoError(t, w.settle(t.Context()))
			require.Len(t, w.report.rules, len(ids))
			for _, r := range w.report.rules {
				detail := ""
				if verdict == otherwise {
					detail = `publishingtest.WithoutRule("` + r.Rule + `")`
				}
				if r.Verdict != verdict || r.Detail != detail {
					t.Errorf("%s: %s, %s", r.Rule, r.Verdict, r.Detail)
				}
			}
		})
	}
}

func TestAVerdictShowsTheOptionThatPlaysTheRule(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status int
		want   ruling
	}{
		{400, ruling{"rule", asExpected, ""}},
		{422, ruling{"rule", asExpected, "publishingtest.WithUnprocessable()"}},
		{200, ruling{"rule", otherwise, `publishingtest.WithoutRule("rule")`}},
		{409, ruling{"rule", otherwise, "the status is 409; no option of publishingtest plays that"}},
		{403, ruling{"rule", unsettled, "the status is 403"}},
		{0, ruling{"rule", unsettled, "there is no response"}},
	} {
		require.Equal(t, test.want, judge("rule", test.status, 400, 200))
	}
}
