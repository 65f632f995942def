package bench

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

const (
	token   = "token-of-the-benchmarks"
	orgID   = "org_1"
	siteID  = "site_0000001"
	perPage = 1000

	listPath   = "/v1/orgs/" + orgID + "/sites"
	sitePath   = listPath + "/" + siteID
	streamPath = "/v1/orgs/" + orgID + "/ask/stream"

	connectionsPath = "/connections"
	processorPath   = "/processor"
)

// siteJSON returns a site of 1.1 KB with the fields of the API reference: a time, two unions,
// features.
func siteJSON(i int) string {
	id := fmt.Sprintf("site_%07d", i)
	return `{"object":"site","id":"` + id + `","type":"ultimate","title":"The handbook of department ` + id + `, with all that a newcomer asks about on the first day or the second",` +
		`"icon":{"icon":{"light":"https://cdn.example.com/icons/` + id + `/light.png","dark":"https://cdn.example.com/icons/` + id + `/dark.png"}},` +
		`"hostname":"docs.` + id + `.acme.example.com","basename":"handbook-` + id + `",` +
		`"proxy":{"origin":"acme.example.com/docs/` + id + `","target":"https://proxy.example.com/` + id + `"},` +
		`"visibility":"share-link","published":true,"siteSpaces":12,"createdAt":"2026-01-02T03:04:05.678Z","adaptiveContent":{"enabled":true},` +
		`"ads":{"status":"pending","submittable":true},"agentsContext":"included",` +
		`"features":[{"id":"sites-custom-domain","plan":"ultimate","frozen":true,"customizations":["header-logo","footer-links"]},` +
		`{"id":"sites-ads","plan":"ultimate","frozen":false}],` +
		`"urls":{"location":"https://api.example.com/v1/orgs/org_1/sites/` + id + `","app":"https://app.example.com/o/org_1/site/` + id + `",` +
		`"published":"https://docs.` + id + `.acme.example.com/"}}`
}

// pages is a list of sites. All pages contain the same sites, so that the server does not
// generate them while it is measured.
type pages struct {
	items string
	count int // pages
}

func newPages(count int) *pages {
	items := make([]string, perPage)
	for i := range items {
		items[i] = siteJSON(i + 1)
	}
	return &pages{`"items":[` + strings.Join(items, ",") + `]}`, count}
}

// page returns the two parts of the page at a cursor, which is the number of the page, or "" for
// the first one.
func (p *pages) page(cursor string) (head, items string) {
	number, _ := strconv.Atoi(cursor)
	head = `{`
	if number++; number < p.count {
		head += `"next":{"page":"` + strconv.Itoa(number) + `"},`
	}
	return head + `"count":` + strconv.Itoa(p.count*perPage) + `,`, p.items
}

// eventSizes are the sizes of the events of a stream in bytes: 0.2 and 4 KB.
var eventSizes = []int{205, 4 << 10}

// eventJSON returns a message of about size bytes.
func eventJSON(size int) string {
	const head = `{"type":"answer","answer":{"answer":{"markdown":"`
	const tail = `"},"followupQuestions":["How do I unpublish?"],"sources":[]}}`
	const words = `Choose *Publish* in the menu.\nThen wait. `
	text := strings.Repeat(words, size/len(words)+1)
	cut := size - len(head) - len(tail)
	if strings.HasSuffix(text[:cut], `\`) {
		cut--
	}
	return head + text[:cut] + tail
}

// events returns the parts of a stream of n events of about size bytes, as a service sends them
// that flushes after each.
func events(n, size int) []string {
	const head, tail = "data: ", "\n\n"
	list := make([]string, n, n+1)
	for i := range list {
		list[i] = head + eventJSON(size-len(head)-len(tail)) + tail
	}
	return append(list, "event: done\ndata: {}\n\n")
}

// spaceIDs returns as many IDs as make the body that creates a site 1 KB.
func spaceIDs() []string {
	list := make([]string, 48)
	for i := range list {
		list[i] = fmt.Sprintf("space_%012d", i)
	}
	return list
}

// richJSON returns a page of sites with a space each: times, unions, enums, nullable roles.
func richJSON(n int) []byte {
	list := make([]string, n)
	for i := range list {
		level := `"review"`
		if i%2 == 0 {
			level = "null"
		}
		list[i] = `{"site":` + siteJSON(i+1) + `,"space":{"object":"space","id":"space_1","title":"Guides","emoji":"1f4d6","visibility":"in-collection",` +
			`"createdAt":"2026-01-02T03:04:05.678Z","updatedAt":"2026-01-03T03:04:05.678Z","editMode":"locked",` +
			`"mergeRules":{"type":"rules","rules":[{"rule":"require_specific_reviewers","users":["user_1","user_2"]}]},` +
			`"urls":{"location":"https://api.example.com/v1/spaces/space_1","app":"https://app.example.com/o/org_1/s/space_1"},` +
			`"organization":"org_1","parent":"collection_1","language":"en","revision":"revision_1","defaultLevel":` + level + `,` +
			`"comments":4,"changeRequests":7,"changeRequestsOpen":2,"changeRequestsDraft":1,` +
			`"permissions":{"view":true,"access":true,"admin":true,"viewInviteLinks":true,"edit":true,"triggerGitSync":true,` +
			`"comment":true,"merge":true,"review":true,"installIntegration":true}}}`
	}
	return []byte(`{"items":[` + strings.Join(list, ",") + `]}`)
}

func contentType(path string) string {
	if path == streamPath {
		return "text/event-stream"
	}
	return "application/json"
}

// authorized reports whether a request contains the token, which both sides of a comparison send.
func authorized(header http.Header) bool { return header.Get("Authorization") == "Bearer "+token }
