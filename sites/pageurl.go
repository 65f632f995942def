package sites

import (
	"net/url"
	"strings"

	"github.com/publishing-platform/publishing-go/spaces"
)

// PageURL returns the URL at which readers find a page of a site. page is a page of the space that
// siteSpace places on the site. section is the section that contains siteSpace, or nil if the site
// has no sections. PageURL returns "" if the site is not published, or if the page has no path,
// such as a link. It also returns "" for a site that is shared by link, unless the arguments come
// from requests with the key of a share link.
//
// The URL consists of the published URL of the site space and the path of the page. If the site
// space has no URL, PageURL starts from the URL of the section or of the site, and adds the path of
// the section and of the site space unless they are the defaults. The API reference does not state
// that the service omits the paths of defaults, but package publishingtest omits them. If a page is
// moved or renamed, its URL changes, and the service redirects visitors from the old URL to the new
// URL.
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
