package main

import (
	"time"

	"github.com/publishing-platform/publishing-go/sites/customization"
)

// A plan is a site to launch. The launcher finds spaces and sites by their titles and redirects by
// their sources, so each of them must be unique in the organization or on the site.
type plan struct {
	title   string // title of the site
	spaces  []spacePlan
	color   customization.Color // color of links and buttons
	moved   movedPage
	login   string  // address of the login page
	visitor visitor // a visitor to try the site with
	ask     string  // a question to try the site with
}

// A spacePlan is a space of the site, in a section of its own.
type spacePlan struct {
	title   string
	section string // title of the section
	website string // address of the website that the pages of the space are imported from
	page    string // path of a page of the website; the space has been filled if it has this page
}

// A movedPage is a page that had another path before the launch.
type movedPage struct {
	source string // old path on the site
	space  int    // index of the space that the page is in, whose spacePlan has its new path
}

// A visitor is somebody who has logged in on the login page.
type visitor struct {
	id       string
	session  string // ID of the visit
	claims   visitorClaims
	lifetime time.Duration // lifetime of the visitor's token
}

// visitorClaims are the claims about a visitor that the site can adapt its content to.
type visitorClaims struct {
	Name string `json:"name"`
	Plan string `json:"plan"`
}

// parcels is the site that this example launches. The in-memory server has the websites, and
// fetches no others.
var parcels = plan{
	title: "Acme Parcels",
	spaces: []spacePlan{
		{title: "Parcels guides", section: "Guides", website: "https://old.acme.example/guides", page: "sending-a-parcel"},
		{title: "Parcels reference", section: "Reference", website: "https://old.acme.example/reference", page: "parcels"},
	},
	color:   customization.Color{Light: "#0b7285", Dark: "#66d9e8"},
	moved:   movedPage{source: "/manual/sending.html", space: 0},
	login:   "https://login.acme.example/parcels",
	visitor: visitor{id: "visitor-ada", session: "first-visit", claims: visitorClaims{Name: "Ada Lovelace", Plan: "pro"}, lifetime: 15 * time.Minute},
	ask:     "How do I send a parcel?",
}
