package main

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

//go:embed report.html.tmpl
var pageText string

var pageTemplate = template.Must(template.New("report").Parse(pageText))

// A page is the data of the HTML page.
type page struct {
	Org     string
	At      string
	Summary string
	Legend  []legend
	Chart   chart
	Places  []*place
	People  []row
	Teams   []*team
}

type legend struct {
	Class, Name string
	Count       int
}

// A row is a person with the role in each place.
type row struct {
	Name, Contact string
	Cells         []cell
}

type cell struct{ Class, Text, Teams string }

// The measures of the chart, in its units.
const (
	chartWidth  = 860
	labelWidth  = 250
	barWidth    = 580
	barHeight   = 22
	rowHeight   = 30
	topMargin   = 24
	axisSpacing = 6
)

type chart struct {
	Width, Height, Bottom int
	Ticks                 []tick
	Bars                  []bar
}

type tick struct {
	X     int
	Label string
}

type bar struct {
	Y, TextY, LabelX int
	Label, Full      string
	Class            string
	Segments         []segment
	Note             string
	NoteX            int
}

type segment struct {
	Class, Text     string // Text is "" if there is no room for it
	Title           string
	X, TextX, Width int
}

// class returns the CSS class of a role. The name of a role comes from the service, so it is not
// used as a class.
func class(role string) string {
	if slices.Contains(roles, role) {
		return role
	}
	return "other"
}

// Class returns the CSS class of the role.
func (g grant) Class() string { return class(g.Role) }

// html writes the report as an HTML page that loads no other resources.
func (r *report) html(out io.Writer) error {
	p := page{Org: r.Org, At: r.At.Format("2 January 2006, 15:04 MST"), Summary: r.summary(), Places: r.Places, Teams: r.Teams, Chart: r.chart()}
	held := map[string]int{}
	for _, place := range r.Places {
		for _, a := range place.Access {
			held[a.Role]++
		}
	}
	names := slices.Clone(roles)
	for role := range held {
		if !slices.Contains(names, role) {
			names = append(names, role)
		}
	}
	slices.Sort(names[len(roles):])
	for _, t := range r.Teams {
		for _, g := range t.Grants {
			held[g.Role]++
		}
	}
	for _, role := range names {
		if held[role] > 0 {
			p.Legend = append(p.Legend, legend{class(role), role, held[role]})
		}
	}
	for _, user := range r.people() {
		person := row{Name: user.DisplayName, Contact: contact(user)}
		for _, place := range r.Places {
			c := cell{Class: "none", Text: "–"}
			if place.Problem != "" {
				c = cell{Class: "unknown", Text: "unknown"}
			}
			if i := slices.IndexFunc(place.Access, func(a access) bool { return a.User.ID == user.ID }); i >= 0 {
				c = cell{class(place.Access[i].Role), place.Access[i].Role, place.through(place.Access[i])}
			}
			person.Cells = append(person.Cells, c)
		}
		p.People = append(p.People, person)
	}
	return pageTemplate.Execute(out, p)
}

// chart returns a chart with a bar for each place, with a segment for each role.
func (r *report) chart() chart {
	most := 1
	for _, p := range r.Places {
		most = max(most, len(p.Access))
	}
	at := func(people int) int { return labelWidth + people*barWidth/most }
	c := chart{Width: chartWidth, Bottom: topMargin + rowHeight*len(r.Places)}
	c.Height = c.Bottom + axisSpacing
	step := tickStep(most)
	for n := 0; n <= most; n += step {
		c.Ticks = append(c.Ticks, tick{at(n), strconv.Itoa(n)})
	}
	for i, p := range r.Places {
		y := topMargin + rowHeight*i + (rowHeight-barHeight)/2
		b := bar{Y: y, TextY: y + barHeight/2 + 5, LabelX: 14 * min(p.Depth, 5), Full: p.Path, Class: p.Kind, NoteX: labelWidth + 8}
		b.Label = terminal.Truncate(p.Title, 30-2*min(p.Depth, 5))
		switch {
		case p.Problem != "":
			b.Note = "unknown: " + terminal.Truncate(p.Problem, 60)
		case len(p.Access) == 0:
			b.Note = "nobody"
		}
		for from := 0; from < len(p.Access); {
			to, role := from, p.Access[from].Role
			for to < len(p.Access) && p.Access[to].Role == role {
				to++
			}
			s := segment{Class: class(role), Title: p.Title + ": " + many(to-from, "person", "people") + " with " + role, X: at(from), Width: at(to) - at(from)}
			s.TextX = s.X + s.Width/2
			if s.Width >= 22 {
				s.Text = strconv.Itoa(to - from)
			}
			b.Segments = append(b.Segments, s)
			from = to
		}
		c.Bars = append(c.Bars, b)
	}
	return c
}

// tickStep returns a round number that divides most into at most ten steps.
func tickStep(most int) int {
	for step := 1; ; step *= 10 {
		for _, n := range []int{step, 2 * step, 5 * step} {
			if most/n <= 10 {
				return n
			}
		}
	}
}

// Within returns the path of the collection that contains the place, "" if there is none.
func (p *place) Within() string {
	return strings.TrimSuffix(strings.TrimSuffix(p.Path, p.Title), " / ")
}
