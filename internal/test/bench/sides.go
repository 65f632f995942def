package bench

import (
	"context"
	"iter"
	"net/http"
	"sync"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

// The names of the sides.
const (
	byDecoder = "hand, Decoder"
	byWhole   = "hand, ReadAll and Unmarshal"
	byHand    = "hand"
	byHand2   = "hand2"
	bySDK     = "SDK"
	bySDKOwn  = "SDK, own transport"
	leniently = "SDK, lenient"
	strictly  = "SDK, strict"
)

const (
	replayBase = "https://api.example.com"
	question   = "How do I publish?"
	perStream  = 1000 // events
)

// newSDK returns a client that uses transport, or the SDK's transport if it is nil.
func newSDK(base string, transport http.RoundTripper) (*publishing.Client, error) {
	opts := []publishing.Option{publishing.WithToken(token)}
	if transport != nil {
		opts = append(opts, publishing.WithHTTPClient(&http.Client{Transport: transport}))
	}
	return publishing.NewClient(base, opts...)
}

// repeat makes a call n times.
func repeat(call func() (*sites.Site, error)) func(int) (sum, error) {
	return func(n int) (s sum, err error) {
		for range n {
			site, err := call()
			if err != nil {
				return s, err
			}
			s.addSite(site)
		}
		return s, nil
	}
}

func (s *sum) addSite(site *sites.Site) {
	s.add(site.ID, string(site.Ads.Status))
	s.hash += uint64(site.CreatedAt.UnixMilli()) + uint64(len(site.Icon.Icon.Light)) + uint64(len(site.Features))
}

// getSides get a site from a base URL over a transport.
func getSides(ctx context.Context, base string, transport http.RoundTripper) ([]side, error) {
	sdk, err := newSDK(base, transport)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: transport}
	by := func(name string, h *hand) side {
		return side{name, repeat(func() (*sites.Site, error) { return h.get(ctx, orgID, siteID) })}
	}
	return []side{
		by(byDecoder, handDecoder(client, base)),
		by(byWhole, handWhole(client, base)),
		by(byHand2, hand2(client, base)),
		{bySDK, repeat(func() (*sites.Site, error) { return sdk.Sites.Get(ctx, orgID, siteID, sites.GetOptions{}) })},
	}, nil
}

// postSides create a site with a body of 1 KB.
func postSides(ctx context.Context, transport http.RoundTripper) ([]side, error) {
	sdk, err := newSDK(replayBase, transport)
	if err != nil {
		return nil, err
	}
	h := hand2(&http.Client{Transport: transport}, replayBase)
	create := sites.Create{Title: new("Handbook"), Visibility: sites.VisibilityPublic, Spaces: spaceIDs()}
	return []side{
		{byHand2, repeat(func() (*sites.Site, error) { return h.create(ctx, orgID, create) })},
		{bySDK, repeat(func() (*sites.Site, error) { return sdk.Sites.Create(ctx, orgID, create) })},
	}, nil
}

// listSides iterate over a list.
func listSides(ctx context.Context, base string) ([]side, error) {
	transport := tuned()
	sdk, err := newSDK(base, transport)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: transport}
	by := func(name string, h *hand) side {
		return side{name, iterate(func() iter.Seq2[sites.Site, error] { return h.all(ctx, orgID, perPage) })}
	}
	return []side{
		by(byDecoder, handDecoder(client, base)),
		by(byWhole, handWhole(client, base)),
		by(byHand2, hand2(client, base)),
		{bySDK, iterate(func() iter.Seq2[sites.Site, error] {
			return sdk.Sites.All(ctx, orgID, sites.ListOptions{Limit: perPage})
		})},
	}, nil
}

// strictSides iterate over a list with strict decoding and without.
func strictSides(ctx context.Context, base string) ([]side, error) {
	sdk, err := newSDK(base, tuned())
	if err != nil {
		return nil, err
	}
	with := func(opts ...publishing.CallOption) func(int) (sum, error) {
		return iterate(func() iter.Seq2[sites.Site, error] {
			return sdk.Sites.All(ctx, orgID, sites.ListOptions{Limit: perPage}, opts...)
		})
	}
	return []side{{leniently, with()}, {strictly, with(publishing.WithStrictDecoding())}}, nil
}

// iterate iterates over a list n times.
func iterate(all func() iter.Seq2[sites.Site, error]) func(int) (sum, error) {
	return func(n int) (s sum, err error) {
		for range n {
			for site, err := range all() {
				if err != nil {
					return s, err
				}
				s.addSite(&site)
			}
		}
		return s, nil
	}
}

// askSides read a stream of events of the given size.
func askSides(ctx context.Context, size int) ([]side, error) {
	transport := newReplay(events(perStream, size))
	sdk, err := newSDK(replayBase, transport)
	if err != nil {
		return nil, err
	}
	h := handWhole(&http.Client{Transport: transport}, replayBase)
	return []side{
		{byHand, readStream(func() iter.Seq2[ask.Event, error] { return h.ask(ctx, orgID, question) })},
		{bySDK, readStream(func() iter.Seq2[ask.Event, error] {
			return sdk.Orgs.Ask.Stream(ctx, orgID, orgs.AskQuestion{Question: question}, orgs.AskStreamOptions{})
		})},
	}, nil
}

// readStream reads a stream n times.
func readStream(stream func() iter.Seq2[ask.Event, error]) func(int) (sum, error) {
	return func(n int) (s sum, err error) {
		for range n {
			for event, err := range stream() {
				if err != nil {
					return s, err
				}
				s.add(string(event.Type))
				s.hash += uint64(len(event.Answer.Markdown()))
			}
		}
		return s, nil
	}
}

const (
	flat     = "flat strings"
	rich     = "the SDK's types"
	richSize = 100 // sites
)

// decodeSides decode the same JSON into the SDK's types and into flat strings.
func decodeSides() []side {
	data := richJSON(richSize)
	return []side{
		{flat, func(n int) (s sum, err error) {
			for range n {
				var page flatPage
				if err := jsonx.Unmarshal(data, &page); err != nil {
					return s, err
				}
				s = page.sum()
			}
			return s, nil
		}},
		{rich, func(n int) (s sum, err error) {
			for range n {
				var page richPage
				if err := jsonx.Unmarshal(data, &page); err != nil {
					return s, err
				}
				s = page.sum()
			}
			return s, nil
		}},
	}
}

const callers = 64

// crowd does the work of a side in 64 goroutines.
func crowd(s side) side {
	return side{s.name, func(n int) (sum, error) {
		sums, errs := make([]sum, callers), make([]error, callers)
		var all sync.WaitGroup
		for i := range callers {
			all.Go(func() { sums[i], errs[i] = s.run(n) })
		}
		all.Wait()
		var total sum
		for i := range callers {
			if errs[i] != nil {
				return total, errs[i]
			}
			total.count += sums[i].count
			total.hash += sums[i].hash
		}
		return total, nil
	}}
}

// crowdSides get a site in 64 goroutines: the SDK over the transport of hand2, and over its own.
func crowdSides(ctx context.Context, base string) ([]side, error) {
	sides, err := getSides(ctx, base, tuned())
	if err != nil {
		return nil, err
	}
	sdk, err := newSDK(base, nil)
	if err != nil {
		return nil, err
	}
	crowds := []side{{bySDKOwn, repeat(func() (*sites.Site, error) { return sdk.Sites.Get(ctx, orgID, siteID, sites.GetOptions{}) })}}
	for _, s := range sides {
		if s.name == byHand2 || s.name == bySDK {
			crowds = append(crowds, s)
		}
	}
	for i, s := range crowds {
		crowds[i] = crowd(s)
	}
	return crowds, nil
}
