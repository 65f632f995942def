package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A result is where an old path leads.
type result string

const (
	leads   result = "redirect"     // to the page
	other   result = "other target" // to something else
	none    result = "none"         // to nothing
	unasked result = "automatic"    // the service redirects by itself, which cannot be asked for
)

// maxHops is the largest number of redirects to follow.
const maxHops = 10

// A verified path is an old path with the result that was found.
type verified struct {
	oldPath

	Result result
	Wanted bool // whether it is the result that the plan wants
}

// verify asks for the redirect of each old path. If fetch is set, it requests the published URL of
// paths that redirect automatically, without a token.
func (p *program) verify(ctx context.Context, r restructure, fetch *http.Client) ([]verified, error) {
	var all []verified
	for _, path := range r.Plan().Paths {
		found := verified{oldPath: path, Result: unasked, Wanted: true}
		var err error
		switch {
		case path.Fate != automatic:
			found.Result, err = p.resolve(ctx, path)
		case fetch != nil:
			found.Result, err = get(ctx, fetch, r, path)
		}
		if err != nil {
			return all, err
		}
		if path.Fate == redirects || path.Fate == automatic && fetch != nil {
			found.Wanted = found.Result == leads
		}
		all = append(all, found)
	}
	return all, nil
}

// resolve asks for the redirect of a path.
func (p *program) resolve(ctx context.Context, path oldPath) (result, error) {
	if path.Fate == tooLong {
		return none, nil
	}
	resolved, err := p.client.Sites.Redirects.Resolve(
		ctx, p.orgID, p.siteID, sites.RedirectResolveOptions{Source: path.Path})
	switch {
	case errors.Is(err, publishing.ErrNotFound):
		return none, nil
	case err != nil:
		return "", err
	}
	to := resolved.Redirect.Destination
	page := target{publishing.Value(to.SiteSpaceID), publishing.Value(to.PageID)}
	isKept := path.URL != "" && publishing.Value(to.URL) == path.URL
	leaves := path.Fate == redirects && path.To == (target{})
	if page.PageID != "" && page == path.To || isKept || leaves {
		return leads, nil
	}
	return other, nil
}

// get requests the published URL of a path. It follows redirects on the same host only, and never
// sends a token.
func get(ctx context.Context, client *http.Client, r restructure, path oldPath) (result, error) {
	home, err := url.Parse(r.Home)
	if err != nil {
		return "", err
	}
	following := *client
	following.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if req.URL.Host != home.Host || len(via) >= maxHops {
			return http.ErrUseLastResponse
		}
		return nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(r.Home, "/")+path.Path, http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := following.Do(req)
	if err != nil {
		return "", err
	}
	if err := response.Body.Close(); err != nil {
		return "", err
	}
	switch {
	case response.StatusCode == http.StatusNotFound:
		return none, nil
	case response.StatusCode == http.StatusOK && publishedAt(r, path.To, response.Request.URL):
		return leads, nil
	default:
		return other, nil
	}
}

// publishedAt reports whether a page is published at a URL.
func publishedAt(r restructure, page target, at *url.URL) bool {
	home, err := url.Parse(r.Home)
	if err != nil {
		return false
	}
	for visit := range spaces.WalkPages(r.After) {
		if visit.Page.ID != page.PageID || visit.Page.Path == nil {
			continue
		}
		for _, place := range r.Places {
			want := strings.TrimSuffix(escape(home.Path), "/") + place.Path + "/" + escape(*visit.Page.Path)
			if place.SiteSpaceID == page.SiteSpaceID && strings.EqualFold(escape(strings.TrimSuffix(at.Path, "/")), want) {
				return true
			}
		}
	}
	return false
}
