package orgs_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
)

func TestAskSourceOfUnknownTypeIsKept(t *testing.T) {
	t.Parallel()
	const (
		page    = `{"type":"page","page":"page_1","revision":"revision_1","space":"space_1","sections":[]}`
		record  = `{"type":"record","record":{"id":1.50,"at":"\u003c"},"page":["page_1"],"sections":null}`
		nothing = `{"type":5}`
	)
	const text = `{"followupQuestions":[],"sources":[` + page + `,` + record + `,` + nothing + `]}`
	var answer orgs.AskAnswer
	require.NoError(t, json.Unmarshal([]byte(text), &answer))
	require.Equal(t, []orgs.AskSource{
		{Type: orgs.AskSourceTypePage, Page: "page_1", Revision: "revision_1", Space: "space_1", Sections: []string{}},
		{Type: "record", Raw: []byte(record)},
		{Raw: []byte(nothing)},
	}, answer.Sources)
	encoded, err := json.Marshal(answer)
	require.NoError(t, err)
	require.Equal(t, text, string(encoded))
}
