package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/web"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// A demoSite stands for the published site, which the in-memory server does not serve.
type demoSite struct {
	id, url string
	server  *publishingtest.Server
	orgID   string
	end     func() // ends the server of the site and waits for it
}

// startDemoSite adds a site for authenticated visitors to the in-memory server, and serves it.
func startDemoSite(ctx context.Context, on *service.Service, log *slog.Logger) (*demoSite, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	site := &demoSite{url: "http://" + listener.Addr().String(), server: on.Server, orgID: on.OrgID}
	site.id = on.Server.Sites.Add(on.OrgID, sites.Site{
		Title: "Acme Partners", Published: true, Visibility: sites.VisibilityVisitorAuth, URLs: sites.URLs{Published: &site.url},
	}).ID
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := web.Serve(ctx, listener, web.NewServer(site, log), 5*time.Second); err != nil {
			log.Error("serve the site", slog.Any("error", err))
		}
	}()
	site.end = func() {
		cancel()
		<-ended
	}
	return site, nil
}

// ServeHTTP shows the claims of a visitor with a valid token, and sends others to the fallback URL,
// as a published site does.
func (s *demoSite) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	claims, err := s.server.Sites.Publishing.Auth.VerifyVisitorToken(s.orgID, s.id, req.URL.Query().Get("jwt_token"))
	if err == nil {
		text, _ := json.Marshal(claims) // it was JSON
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = fmt.Fprintf(w, "This is %s for %s\n", req.URL.Path, text)
		return
	}
	fallback := s.server.Sites.Publishing.Auth.Get(s.orgID, s.id).FallbackURL
	if fallback == nil {
		http.Error(w, "This site has no login page.", http.StatusUnauthorized)
		return
	}
	login, err := url.Parse(*fallback)
	if err != nil {
		http.Error(w, "The address of the login page is invalid.", http.StatusInternalServerError)
		return
	}
	query := login.Query()
	query.Set("location", req.URL.Path)
	login.RawQuery = query.Encode()
	http.Redirect(w, req, login.String(), http.StatusFound)
}
