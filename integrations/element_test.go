package integrations_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/integrations"
)

func renderedElement(t *testing.T) integrations.Element {
	t.Helper()
	data, err := os.ReadFile("testdata/rendered-element.json")
	require.NoError(t, err)
	var output integrations.RenderOutput
	require.NoError(t, json.Unmarshal(data, &output))
	return output.Element.Element
}

func TestWalkElementsVisitsElementsInReadingOrder(t *testing.T) {
	t.Parallel()
	var got []string
	for visit := range integrations.WalkElements(renderedElement(t)) {
		var path []string
		for _, parent := range visit.Parents {
			path = append(path, string(parent.Type))
		}
		got = append(got, strings.Join(append(path, visit.Field+":"+string(visit.Element.Type)), "/"))
	}
	require.Equal(t, []string{
		":block",
		"block/children:vstack",
		"block/vstack/children:card",
		"block/vstack/card/icon:image",
		"block/vstack/card/hint:text",
		"block/vstack/card/hint:link",
		"block/vstack/card/children:text",
		"block/vstack/card/text/children:text",
		"block/vstack/card/buttons:button",
		"block/vstack/children:codeblock",
		"block/vstack/codeblock/header:markdown",
		"block/vstack/codeblock/buttons:button",
		"block/vstack/codeblock/footer:hint",
		"block/vstack/codeblock/hint/children:text",
		"block/vstack/children:input",
		"block/vstack/input/hint:text",
		"block/vstack/input/element:textinput",
		"block/vstack/children:select",
		"block/vstack/select/options:image",
		"block/vstack/children:chart",
		"block/vstack/chart/children:text",
		"block/children:modal",
		"block/modal/subtitle:text",
		"block/modal/submit:button",
	}, got)
}

func TestWalkElementsStopsWithTheLoop(t *testing.T) {
	t.Parallel()
	for last := range 24 {
		n := 0
		for range integrations.WalkElements(renderedElement(t)) {
			if n == last {
				break
			}
			n++
		}
		require.Equal(t, last, n)
	}
}

func TestElementIsEncodedAsItCame(t *testing.T) {
	t.Parallel()
	for text, kind := range map[string]integrations.ElementType{
		`{"b":1.50,"type":"chart","a":[null]}`: "chart", `{"type":5}`: "", `"text"`: "", `null`: "", `[{"type":"text"}]`: "",
	} {
		var element integrations.Element
		require.NoError(t, json.Unmarshal([]byte(text), &element), text)
		require.Equal(t, kind, element.Type)
		encoded, err := json.Marshal(element)
		require.NoError(t, err)
		require.Equal(t, text, string(encoded))
		visits := 0
		for visit := range integrations.WalkElements(element) {
			require.Equal(t, element, visit.Element)
			visits++
		}
		require.Equal(t, 1, visits)
	}
}

func TestElementDecodesItsOwnFields(t *testing.T) {
	t.Parallel()
	var sources []string
	for visit := range integrations.WalkElements(renderedElement(t)) {
		if visit.Element.Type != integrations.ElementTypeImage {
			continue
		}
		var image struct {
			Source struct {
				URL string `json:"url"`
			} `json:"source"`
		}
		require.NoError(t, visit.Element.Raw.Decode(&image))
		sources = append(sources, image.Source.URL)
	}
	require.Equal(t, []string{"https://acme.example.com/poll.png", "https://images.example.com/b.png"}, sources)
}
