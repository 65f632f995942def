package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A program plans, applies and verifies redirects.
type program struct {
	client        *publishing.Client
	orgID, siteID string
	space         string
	before, after string // revisions of the space; after is "" for the current one
	decisions     map[string]string
	all           bool
}

// read reads what a plan is made from. Nothing is cut short: the client decodes strictly.
func (p *program) read(ctx context.Context) (restructure, error) {
	r := restructure{Decisions: p.decisions, All: p.all}
	after := p.after
	if after == "" {
		space, err := p.client.Spaces.Get(ctx, p.space, spaces.GetOptions{})
		if err != nil {
			return r, err
		}
		after = space.Revision
	}
	for revision, pages := range map[string]*[]spaces.Page{p.before: &r.Before, after: &r.After} {
		tree, err := p.client.Spaces.Revisions.Pages.Tree(
			ctx, p.space, revision, spaces.PageTreeOptions{Metadata: new(false), Computed: new(false)})
		if err != nil {
			return r, err
		}
		*pages = tree.Pages
	}
	if p.before == after {
		return r, errors.New("both revisions are the same")
	}
	for removed, by := range p.decisions {
		switch {
		case !contains(r.After, by):
			return r, fmt.Errorf("page %s is to replace page %s, but does not exist", by, removed)
		case !contains(r.Before, removed) || contains(r.After, removed):
			return r, fmt.Errorf("page %s is to be replaced by page %s, but was not removed", removed, by)
		}
	}
	site, err := p.client.Sites.Get(ctx, p.orgID, p.siteID, sites.GetOptions{})
	if err != nil {
		return r, err
	}
	if site.URLs.Published == nil {
		return r, errors.New("the site is not published, so the paths of its spaces are not known")
	}
	r.Home = *site.URLs.Published
	for siteSpace, err := range p.client.Sites.SiteSpaces.All(ctx, p.orgID, p.siteID, sites.SiteSpaceListOptions{}) {
		if err != nil {
			return r, err
		}
		if publishing.Value(siteSpace.Draft) {
			continue
		}
		at, err := placeOf(r.Home, siteSpace)
		if siteSpace.Space.ID != p.space {
			if err == nil {
				r.Others = append(r.Others, at.Path)
			}
			continue
		}
		if err != nil {
			return r, err
		}
		r.Places = append(r.Places, at)
	}
	if r.Places == nil {
		return r, errors.New("the site does not publish the space: it is not on the site, or only as a draft")
	}
	for redirect, err := range p.client.Sites.Redirects.All(ctx, p.orgID, p.siteID, sites.RedirectListOptions{}) {
		if err != nil {
			return r, err
		}
		r.Redirects = append(r.Redirects, redirect)
	}
	return r, nil
}

// placeOf returns the place of a site space below the URL of the site.
func placeOf(home string, siteSpace sites.SiteSpace) (place, error) {
	if siteSpace.URLs.Published == nil {
		return place{}, fmt.Errorf("site space %s has no published URL, so its path is not known", siteSpace.ID)
	}
	above, err := url.Parse(home)
	if err != nil {
		return place{}, errors.New("the published URL of the site is invalid")
	}
	below, err := url.Parse(*siteSpace.URLs.Published)
	if err != nil || below.Host != above.Host {
		return place{}, fmt.Errorf("site space %s has no published URL below that of the site", siteSpace.ID)
	}
	path, ok := strings.CutPrefix(strings.TrimSuffix(below.Path, "/"), strings.TrimSuffix(above.Path, "/"))
	if !ok {
		return place{}, fmt.Errorf("site space %s has no published URL below that of the site", siteSpace.ID)
	}
	return place{SiteSpaceID: siteSpace.ID, Path: escape(path)}, nil
}

func contains(tree []spaces.Page, id string) bool {
	for visit := range spaces.WalkPages(tree) {
		if visit.Page.ID == id {
			return true
		}
	}
	return false
}
