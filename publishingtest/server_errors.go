package publishingtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// failure is a response with a status other than 2xx.
type failure struct {
	status  int
	message string
	header  http.Header
}

func (f *failure) Error() string { return f.message }

func fail(status int, format string, args ...any) *failure {
	return &failure{status: status, message: fmt.Sprintf(format, args...)}
}

// notFound returns the error for an ID that does not exist. param is the name of the ID in the
// path.
func notFound(param, id string) error {
	return fail(http.StatusNotFound, "%s: there is no %q", param, id)
}

// invalid returns the error for a value in a request that violates a rule.
func invalid(field, want string, got any, id rule) error {
	text := fmt.Sprintf("%s: want %s, got %s", field, want, abbreviated(got))
	if id != "" {
		text += " [" + string(id) + "]"
	}
	return fail(http.StatusBadRequest, "%s", text)
}

// rejected returns the error of a call, with the configured status if the error is about invalid
// input.
func (c *config) rejected(err error) error {
	f, ok := errors.AsType[*failure](err)
	if !ok || f.status != http.StatusBadRequest {
		return err
	}
	return &failure{status: c.rejects, message: f.message, header: f.header}
}

// errorBody is the body of each response with a status other than 2xx.
type errorBody struct {
	Error errorDetail `json:"error"`
}

type errorDetail struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// errorResponse converts an error to a response.
func errorResponse(err error) response {
	f, ok := errors.AsType[*failure](err)
	if !ok {
		f = fail(http.StatusInternalServerError, "%v", err)
	}
	return response{
		status: f.status, header: f.header, value: errorBody{errorDetail{f.status, f.message}},
	}
}

// abbreviated returns a value as JSON for use in a message. It truncates long JSON.
func abbreviated(v any) string {
	const most = 60
	if v == nil {
		return "none"
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Sprintf("%T", v)
	}
	text := []rune(strings.TrimSpace(b.String()))
	if len(text) > most {
		text = append(text[:most], '…')
	}
	return string(text)
}
