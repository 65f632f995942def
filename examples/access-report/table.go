package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

// table writes the report as a table, with a line for each person and place.
func (r *report) table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PLACE\tVISIBILITY\tPERSON\tCONTACT\tROLE\tTEAMS")
	for _, p := range r.Places {
		title := strings.Repeat("  ", p.Depth) + terminal.Truncate(p.Title, 40)
		if p.Kind == "collection" {
			title += "/"
		}
		visibility := cmp.Or(p.Visibility, "-")
		switch {
		case p.Problem != "":
			fmt.Fprintf(w, "%s\t%s\tunknown\t\t%s\n", title, visibility, p.Problem)
		case len(p.Access) == 0:
			fmt.Fprintf(w, "%s\t%s\tnobody\t\t\n", title, visibility)
		}
		for _, a := range p.Access {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", title, visibility,
				terminal.Truncate(a.User.DisplayName, 40), terminal.Truncate(contact(a.User), 50), a.Role, terminal.Truncate(cmp.Or(p.through(a), "-"), 40))
			title, visibility = "", "" // not repeated on the lines below
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := r.teamTable(out); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s\n", r.summary())
	return err
}

// teamTable writes a line for each role that a team was given.
func (r *report) teamTable(out io.Writer) error {
	if len(r.Teams) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nTEAM\tMEMBERS\tPLACE\tROLE")
	for _, t := range r.Teams {
		title, members := terminal.Truncate(t.Title, 40), terminal.Truncate(t.Names(), 60)
		for _, g := range t.Grants {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", title, members, terminal.Truncate(g.Place.Path, 60), g.Role)
			title, members = "", "" // not repeated on the lines below
		}
	}
	return w.Flush()
}

// csv writes the report as CSV, with a record for each person and place. A place that nobody has
// access to has one record, and so has one that could not be read.
func (r *report) csv(out io.Writer) error {
	w := csv.NewWriter(out)
	write := func(p *place, id, name, email, role, teams string) error {
		record := []string{p.Kind, p.ID, p.Path, p.Visibility, id, name, email, role, p.Problem, teams}
		for i, cell := range record {
			record[i] = inert(terminal.Line(cell)) // which removes what could hide the first character
		}
		return w.Write(record)
	}
	if err := w.Write([]string{"kind", "id", "path", "visibility", "user_id", "name", "email", "role", "problem", "teams"}); err != nil {
		return err
	}
	for _, p := range r.Places {
		role := "none"
		if p.Problem != "" {
			role = "unknown"
		}
		if len(p.Access) == 0 {
			if err := write(p, "", "", "", role, ""); err != nil {
				return err
			}
		}
		for _, a := range p.Access {
			if err := write(p, a.User.ID, a.User.DisplayName, publishing.Value(a.User.Email), a.Role, p.through(a)); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return w.Error()
}

// inert prevents a spreadsheet from interpreting a name or a title as a formula.
func inert(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
