package main

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/integrations"
)

const (
	eventsPath    = "/events"
	maxEvent      = 1 << 20          // bytes
	handleTimeout = 45 * time.Second // limit for the calls that an event leads to
)

// A receiver receives the events of an integration.
type receiver struct {
	secret  [sha256.Size]byte // its hash, so that a comparison does not depend on the length
	changed func(context.Context, integrations.SpaceContentUpdatedEvent) error
	log     *slog.Logger
}

// newReceiver returns a receiver of the events that are delivered with a secret. It calls changed
// for each new revision of the main content of a space.
func newReceiver(secret string, changed func(context.Context, integrations.SpaceContentUpdatedEvent) error, log *slog.Logger) *receiver {
	return &receiver{sha256.Sum256([]byte(secret)), changed, log}
}

func (r *receiver) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+eventsPath, r.receive)
	return mux
}

// isAuthentic reports whether a request contains the secret.
func (r *receiver) isAuthentic(req *http.Request) bool {
	scheme, token, _ := strings.Cut(req.Header.Get("Authorization"), " ")
	hash := sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(hash[:], r.secret[:]) == 1
}

// receive handles an event. What is logged about it contains nothing of its content but the type
// and the ID.
func (r *receiver) receive(w http.ResponseWriter, req *http.Request) {
	reject := func(status int, reason string) {
		r.log.Warn("rejected a delivery", slog.Int("status", status), slog.String("reason", reason))
		http.Error(w, reason, status)
	}
	if !r.isAuthentic(req) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		reject(http.StatusUnauthorized, "The bearer token is not the secret.")
		return
	}
	if kind, _, err := mime.ParseMediaType(req.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		reject(http.StatusUnsupportedMediaType, "The body must be application/json.")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxEvent))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		reject(http.StatusRequestEntityTooLarge, "The event is too large.")
		return
	} else if err != nil {
		reject(http.StatusBadRequest, "The body could not be read.")
		return
	}
	var event integrations.EventPayload
	if err := json.Unmarshal(body, &event); err != nil || event.Type == "" {
		reject(http.StatusBadRequest, "The body is not an event.")
		return
	}
	changed := event.SpaceContentUpdated
	switch {
	case changed == nil: // event of another type
		w.WriteHeader(http.StatusNoContent)
		return
	case changed.InstallationID == "" || changed.SpaceID == "":
		reject(http.StatusBadRequest, "The event has no installation or no space.")
		return
	}

	ctx, cancel := context.WithTimeout(req.Context(), handleTimeout)
	defer cancel()
	err = r.changed(ctx, *changed)
	log := r.log.With(slog.String("event", event.ID), slog.String("type", string(event.Type)))
	failed, _ := errors.AsType[*publishing.Error](err) // possibly that of the request for a token
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case failed != nil && failed.Status == http.StatusNotFound: // another delivery would fail too
		log.Warn("the installation or the space does not exist any more", slog.Any("error", err))
		w.WriteHeader(http.StatusNoContent)
	default:
		log.Error("handle an event", slog.Any("error", err))
		http.Error(w, "The event could not be handled. Deliver it again later.", http.StatusBadGateway)
	}
}
