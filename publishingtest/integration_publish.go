package publishingtest

import (
	"fmt"
	"net/http"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var (
	rulePublishVersion  = newUndecidedRule("integrations.publish.version", "the first version of an integration is 1, and each further one counts up; without the rule, it stays 1")
	rulePublishOwner    = newUndecidedRule("integrations.publish.owner-403", "an integration of another organization cannot be published and returns 403; without the rule, it is published and stays that of its organization")
	rulePublishReplaces = newUndecidedRule("integrations.publish.replaces", "a further version has nothing of the version before; without the rule, it has what the request leaves out")
	ruleDevModeOff      = newUndecidedRule("integrations.dev.delete.off-205", "to disable a development mode that is off returns 205; without the rule, 204")
)

// The operations that publish integrations, and the operations for
// developers and scripts.
var _ = declare(operations{
	"Integrations.Publish": {publishIntegration, limits.Table{
		limits.BodyOf[integrations.Publish](),
		limits.Body("externalLinks[].url", limits.URI),
	}},
	"Integrations.Unpublish":    {handle: unpublishIntegration},
	"Integrations.Tasks.Create": {onIntegration(permitted((*call).mayActAs, queueTask)), limits.Table{limits.BodyOf[integrations.TaskCreate]()}},
	"Integrations.Dev.Put":      {onIntegration(permitted((*call).mayManage, enableDevMode)), limits.Table{limits.BodyOf[integrations.DevPut]()}},
	"Integrations.Dev.Delete":   {handle: onIntegration(permitted((*call).mayManage, disableDevMode))},
})

func publishIntegration(c *call) (response, error) {
	if err := c.mayManage(nil); err != nil {
		return response{}, err
	}
	in := input[integrations.Publish](c)
	owner := c.publisher(in.Organization)
	if owner == nil {
		return response{}, notFound("organization", in.Organization)
	}
	name := c.param("integrationName")
	found, ok := c.integrations.Get(name)
	if !ok {
		found = c.addIntegration(owner, integrations.Integration{Name: name})
		found.data.Version = 0
	} else if found.owner != owner && c.enabled(rulePublishOwner) {
		return response{}, fail(
			http.StatusForbidden,
			"integrationName: want the name of an integration of the organization %s, got %q [%s]",
			abbreviated(in.Organization), name, rulePublishOwner,
		)
	}
	if ok && !c.enabled(rulePublishReplaces) {
		in = completed(found.published, c.body)
	}
	data := as[integrations.Integration](in)
	data.Name, data.Version, data.Description = name, found.data.Version, &in.Description
	data.URLs, data.Verified = found.data.URLs, found.data.Verified
	data.URLs.Icon = nil
	if in.Icon != nil {
		data.URLs.Icon = new(address(integrationsURL, name, "icon.png"))
	}
	for i := range in.PreviewImages {
		data.PreviewImages = append(data.PreviewImages,
			address(integrationsURL, name, "previews", fmt.Sprintf("%d.png", i+1)))
	}
	if data.Version == 0 || c.enabled(rulePublishVersion) {
		data.Version++
	}
	found.define(c.state, data)
	found.published = in
	return respondOK(c.showIntegration(found))
}

// publisher returns the organization that a request identifies, or nil if it does not exist.
func (st *state) publisher(text string) *organization {
	if org, ok := st.organizations.Get(text); ok {
		return org
	}
	for org := range st.organizations.Values() {
		if org.data.Hostname != nil && strings.EqualFold(*org.data.Hostname, text) {
			return org
		}
	}
	subdomain, _ := st.subdomains.Get(text)
	org, _ := st.organizations.Get(publishing.Value(subdomain).Target.Organization)
	return org
}

// completed returns the body of a request. Fields that the body omits are taken from an earlier
// request.
func completed(earlier integrations.Publish, body []byte) integrations.Publish {
	was, _ := jsonx.Marshal(earlier) // an earlier request was decoded, so it can be encoded
	given, _ := jsonx.Fields(body)   // the limits have rejected anything but an object
	fields := map[string]any{}
	for name, value := range given {
		fields[name] = value
	}
	all, _ := jsonx.SetFields(was, fields)
	var in integrations.Publish
	_, _ = jsonx.Decode(all, &in)
	return in
}

func unpublishIntegration(c *call) (response, error) {
	if err := c.mayManage(nil); err != nil {
		return response{}, err
	}
	return integrationKind.delete(c)
}

func queueTask(c *call, in *integration) (response, error) {
	in.tasks = append(in.tasks, input[integrations.TaskCreate](c))
	return response{status: http.StatusNoContent}, nil
}

func enableDevMode(c *call, in *integration) (response, error) {
	in.devMode = new(input[integrations.DevPut](c))
	return response{status: http.StatusNoContent}, nil
}

func disableDevMode(c *call, in *integration) (response, error) {
	was := in.devMode != nil
	in.devMode = nil
	resp, err := respondDeleted(was || c.enabled(ruleDevModeOff))
	resp.unchanged = !was
	return resp, err
}

// Publication returns the request body that last published an integration, including the script and
// the secrets. It is zero for an integration that was added with [Integrations.Add].
func (s Integrations) Publication(name string) integrations.Publish {
	defer s.mu.hold()()
	return clone(s.seedIntegration(name).published)
}

// All returns the tasks that were queued for an integration, in the order in which they were
// queued. The server does not run them.
func (s IntegrationTasks) All(name string) []integrations.TaskCreate {
	defer s.mu.hold()()
	return clone(s.seedIntegration(name).tasks)
}

// Get returns the development mode of an integration, or nil if it is off. The server never sends
// anything to the tunnel.
func (s IntegrationDev) Get(name string) *integrations.DevPut {
	defer s.mu.hold()()
	return clone(s.seedIntegration(name).devMode)
}
