package sites

import (
	"net/url"
	"strings"

	"github.com/publishing-platform/publishing-go/spaces"
)

// PageURL returns the URL at which readers find a page of a space that is on a site. section is the
// one that contains the site space, nil if the site has no sections. If the site is not published,
// or the page has no path, such as a link, PageURL returns "". So it does for a site that is shared
// by link, unless the parts were requested with the key of a share link.
//
// The URL consists of the published URL of the site space and the path of the page. If the site
// space has no URL, that of the section or of the site is extended by the paths in between. The
// default section and the default site space are then left out, as package publishingtest does; no
// source states that. A page that has been moved or renamed has a new URL, and its old one
// redirects there.
//
// Experimental: may change in any minor release; see [api].
func PageURL(site Site, section *Section, siteSpace SiteSpace, page spaces.Page) string {
	if page.Path == nil {
		return ""
	}
	base, paths := siteSpace.URLs.Published, []string{*page.Path}
	extend := func(outer *string, path string, byDefault *bool) {
		if base != nil {
			return
		}
		base = outer
		if byDefault == nil || !*byDefault {
			paths = append([]string{path}, paths...)
		}
	}
	if section != nil {
		extend(section.URLs.Published, siteSpace.Path, siteSpace.Default)
		extend(site.URLs.Published, section.Path, section.Default)
	} else {
		extend(site.URLs.Published, siteSpace.Path, siteSpace.Default)
	}
	if base == nil {
		return ""
	}
	joined, err := url.Parse(*base)
	if err != nil {
		return ""
	}
	joined.Path = strings.TrimSuffix(joined.Path, "/") + "/" + strings.Join(paths, "/")
	joined.RawPath = ""
	return joined.String()
}
