package main

import (
	"context"
	_ "embed"
	"html/template"
	"log/slog"
	"net/http"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

// tokenLifetime is how long a visitor can read the site before the site asks for another login.
const tokenLifetime = time.Hour

//go:embed page.html.tmpl
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A loginPage logs visitors of a site in.
type loginPage struct {
	site     string // its published address
	key      func(ctx context.Context) (api.Secret, error)
	accounts *accounts
	log      *slog.Logger
}

func (p *loginPage) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.ask)
	mux.HandleFunc("POST /{$}", p.login)
	// Without it, another site could log a visitor in to an account of its own.
	return http.NewCrossOriginProtection().Handler(mux)
}

// form is what the page shows.
type form struct{ Site, Location, User, Problem string }

// ask shows the form to a visitor whom the site has sent here.
func (p *loginPage) ask(w http.ResponseWriter, req *http.Request) {
	location := req.URL.Query().Get("location")
	if _, err := sites.VisitorURL(p.site, location, api.Secret{}); err != nil {
		p.show(w, http.StatusBadRequest, form{Problem: "The address of the page that you came from is not one of the docs."})
		return
	}
	p.show(w, http.StatusOK, form{Location: location})
}

// login checks the form, and sends the visitor back to the site with a token.
func (p *loginPage) login(w http.ResponseWriter, req *http.Request) {
	req.Body = http.MaxBytesReader(w, req.Body, 16<<10)
	location, user := req.PostFormValue("location"), req.PostFormValue("user")
	claims, ok := p.accounts.check(user, req.PostFormValue("password"))
	if !ok {
		p.show(w, http.StatusUnauthorized, form{Location: location, User: user, Problem: "The name or the password is wrong."})
		return
	}
	key, err := p.key(req.Context())
	if err != nil {
		p.log.Error("read the key of the site", slog.Any("error", err))
		p.show(w, http.StatusBadGateway, form{Location: location, User: user, Problem: "The login does not work at the moment. Try again later."})
		return
	}
	token, err := sites.SignVisitorToken(key, claims, time.Now().Add(tokenLifetime))
	if err != nil {
		p.log.Error("sign a token", slog.Any("error", err))
		p.show(w, http.StatusInternalServerError, form{Problem: "The login does not work."})
		return
	}
	// The location comes from the visitor's browser, so anybody may have chosen it.
	target, err := sites.VisitorURL(p.site, location, token)
	if err != nil {
		p.show(w, http.StatusBadRequest, form{Problem: "The address of the page that you came from is not one of the docs."})
		return
	}
	protect(w.Header())
	http.Redirect(w, req, target.Reveal(), http.StatusSeeOther)
}

func (p *loginPage) show(w http.ResponseWriter, status int, shown form) {
	shown.Site = p.site
	protect(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = pageTemplate.Execute(w, shown) // fails if the browser has left
}

// protect sets the header of each response. The policy lacks form-action, which would stop the
// redirect to the site.
func protect(header http.Header) {
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
}
