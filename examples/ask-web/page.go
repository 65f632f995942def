package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
)

//go:embed page.html
var page string

// policy permits the page its own script, its own style and requests to this server. The browser
// also rejects assignments of strings to innerHTML and the like.
var policy = strings.Join([]string{
	"default-src 'none'",
	"script-src " + hashOf("script"),
	"style-src " + hashOf("style"),
	"connect-src 'self'",
	"img-src data:",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
}, "; ")

// hashOf returns the source expression of an element of the page.
func hashOf(element string) string {
	_, content, _ := strings.Cut(page, "<"+element+">")
	content, _, _ = strings.Cut(content, "</"+element+">")
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func servePage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
	w.Header().Set("Referrer-Policy", "same-origin")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = io.WriteString(w, page) // fails if the browser has left
}
