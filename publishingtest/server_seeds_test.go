package publishingtest_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// filler gives each field a different value.
type filler struct{ n int }

// filled returns a value with each of its fields set. A type nested in itself is left zero.
func filled[T any]() T {
	var v T
	new(filler).fill(reflect.ValueOf(&v).Elem(), nil)
	return v
}

// enums are values of enums that requests can set.
var enums = map[reflect.Type]string{
	reflect.TypeFor[api.Role]():                    string(api.RoleEdit),
	reflect.TypeFor[api.Language]():                string(api.LanguageFrench),
	reflect.TypeFor[sites.Type]():                  string(sites.TypePremium),
	reflect.TypeFor[sites.Visibility]():            string(sites.VisibilityUnlisted),
	reflect.TypeFor[sites.AgentsContext]():         string(sites.AgentsContextExcluded),
	reflect.TypeFor[spaces.ContentRefKind]():       string(spaces.ContentRefKindFile),
	reflect.TypeFor[spaces.EditMode]():             string(spaces.EditModeLocked),
	reflect.TypeFor[api.MergeRulesType]():          string(api.MergeRulesTypeRules),
	reflect.TypeFor[api.MergeRuleName]():           string(api.MergeRuleNameCustom),
	reflect.TypeFor[orgs.OpenAPIVisibility]():      string(orgs.OpenAPIVisibilityPublic),
	reflect.TypeFor[changerequests.Status]():       string(changerequests.StatusOpen),
	reflect.TypeFor[spaces.CommentStatus]():        string(spaces.CommentStatusResolved),
	reflect.TypeFor[changerequests.ReviewStatus](): string(changerequests.ReviewStatusChangesRequested),
	reflect.TypeFor[insights.EventType]():          string(insights.EventTypePageView),
	reflect.TypeFor[insights.DisplayContext]():     string(insights.DisplayContextEmbed),
	reflect.TypeFor[insights.PageRating]():         string(insights.PageRatingGood),
	reflect.TypeFor[insights.LinkPosition]():       string(insights.LinkPositionHeader),
	reflect.TypeFor[insights.TrademarkPlacement](): string(insights.TrademarkPlacementPDF),
	reflect.TypeFor[insights.AdPlacement]():        string(insights.AdPlacementAside),
	reflect.TypeFor[integrations.Status]():         string(integrations.StatusPaused),
	reflect.TypeFor[integrations.Selection]():      string(integrations.SelectionAll),
	reflect.TypeFor[integrations.Target]():         string(integrations.TargetSite),
	reflect.TypeFor[integrations.Visibility]():     string(integrations.VisibilityPublic),
	reflect.TypeFor[integrations.Scope]():          string(integrations.ScopeSiteScriptInject),
	reflect.TypeFor[integrations.Category]():       string(integrations.CategoryContent),
}

// objects are the constants in the field Object of the parts of a document.
var objects = map[reflect.Type]string{
	reflect.TypeFor[richtext.Document](): "document", reflect.TypeFor[richtext.Node](): "block", reflect.TypeFor[richtext.Fragment](): "fragment",
	reflect.TypeFor[richtext.Leaf](): "leaf", reflect.TypeFor[richtext.Mark](): "mark",
}

// shaped are formats of the values of fields that requests check.
var shaped = map[string]string{
	"Email": "%s@acme.example", "Icon": "https://%s.example", "Logo": "https://%s.example", "PhotoURL": "https://%s.example", "SSOURL": "https://%s.example", "SourceURL": "https://%s.example",
	"Origin": "%s.example/docs",
}

func (f *filler) fill(v reflect.Value, within []reflect.Type) {
	for _, outer := range within {
		if outer == v.Type() {
			return
		}
	}
	f.n++
	text := strings.ToLower(v.Type().Name()) + "-" + strconv.Itoa(f.n)
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2021, 3, 4, 5, f.n%60, 0, 0, time.UTC)))
		return
	case api.Raw:
		v.SetBytes([]byte(`{"filled":` + strconv.Itoa(f.n) + `}`))
		return
	}
	switch v.Kind() {
	case reflect.String:
		if value, ok := enums[v.Type()]; ok {
			text = value
		}
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(f.n))
	case reflect.Float64:
		v.SetFloat(float64(f.n))
	case reflect.Interface:
		v.Set(reflect.ValueOf(text))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), within)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		f.fill(v.Index(0), within)
	case reflect.Map:
		value := reflect.New(v.Type().Elem()).Elem()
		f.fill(value, within)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf(text).Convert(v.Type().Key()), value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f.fill(v.Field(i), append(slices.Clip(within), v.Type()))
				if shape := shaped[v.Type().Field(i).Name]; shape != "" {
					field := reflect.Indirect(v.Field(i))
					if field.Kind() == reflect.String {
						field.SetString(fmt.Sprintf(shape, field))
					}
				}
			}
		}
		if object := objects[v.Type()]; object != "" {
			v.FieldByName("Object").SetString(object)
		}
	default:
		panic("no value for " + v.Type().String())
	}
}

// lost returns the fields of given that differ in got, which has the same type.
func lost(at string, given, got reflect.Value) []string {
	if _, whole := reflect.TypeAssert[time.Time](given); whole || given.Kind() == reflect.Map || given.Kind() == reflect.Interface {
		if reflect.DeepEqual(given.Interface(), got.Interface()) {
			return nil
		}
		return []string{fmt.Sprintf("%s: given %v, got %v", at, given, got)}
	}
	var all []string
	switch given.Kind() {
	case reflect.Pointer:
		switch {
		case given.IsNil():
		case got.IsNil():
			return []string{at + ": given and not there"}
		default:
			return lost(at, given.Elem(), got.Elem())
		}
	case reflect.Struct:
		for i := range given.NumField() {
			if field := given.Type().Field(i); field.IsExported() {
				all = append(all, lost(strings.TrimPrefix(at+"."+field.Name, "."), given.Field(i), got.Field(i))...)
			}
		}
	case reflect.Slice:
		if given.Len() != got.Len() {
			return []string{fmt.Sprintf("%s: given %d, got %d", at, given.Len(), got.Len())}
		}
		for i := range given.Len() {
			all = append(all, lost(fmt.Sprintf("%s[%d]", at, i), given.Index(i), got.Index(i))...)
		}
	default:
		if !given.IsZero() && given.Interface() != got.Interface() {
			return []string{fmt.Sprintf("%s: given %v, got %v", at, given, got)}
		}
	}
	return all
}

// seeding is a way to add a resource to a server.
type seeding struct {
	method string
	// add adds a seed and returns pointers to it and to what the server returned.
	add func(w *world) (given, got any)
	// derived are fields that identify an existing resource, or that are documented as ignored.
	derived []string
}

// seed uses a method, such as "Sites.Sections.Add", with IDs and a seed that change has changed.
func seed[T any](method string, ids []string, change func(seed *T), derived ...string) seeding {
	return seedBy(method, func(w *world, seed T) T {
		args := mapped(ids, func(id string) any { return id })
		return w.use(method, append(args, seed)...).(T)
	}, change, derived...)
}

// seedBy is seed for a method with other arguments or results.
func seedBy[T any](method string, add func(w *world, seed T) T, change func(seed *T), derived ...string) seeding {
	return seeding{method: method, derived: derived, add: func(w *world) (given, got any) {
		seed := filled[T]()
		change(&seed)
		added := add(w, seed)
		return &seed, &added
	}}
}

// newSeedWorld returns a world of proofs with a published site "open" that has a section and a
// section group.
func newSeedWorld(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newProofWorld(t, append([]publishingtest.Option{publishingtest.WithClock(func() time.Time { return now })}, opts...)...)
	w.Sites.Add("acme", sites.Site{ID: "open", Published: true})
	w.Sites.Sections.Add("acme", "open", sites.Section{ID: "part"}, "papers")
	w.Sites.SectionGroups.Add("acme", "open", sites.SectionGroup{ID: "parts"})
	return w
}

// seedings returns all ways to add resources. The ID of what they add is "seeded".
func seedings() []seeding {
	return []seeding{
		seed("Orgs.Add", nil, func(seed *orgs.Organization) { seed.ID, seed.DefaultContent = "seeded", nil }),
		seed("Users.Add", nil, func(seed *api.User) { seed.ID = "seeded" }),
		seed("Orgs.Members.Add", []string{"acme"}, func(seed *api.Member) { seed.ID, seed.User.ID = "seeded", "" }, "Spaces", "Teams"),
		seed("Orgs.Teams.Add", []string{"acme"}, func(seed *api.Team) { seed.ID = "seeded" }, "Members", "Spaces"),
		seed("Spaces.Add", []string{"acme"}, func(seed *spaces.Space) { seed.ID, seed.Organization, seed.Parent = "seeded", "acme", new("shelf") }),
		seed("Collections.Add", []string{"acme"}, func(seed *spaces.Collection) {
			seed.ID, seed.Organization, seed.Parent = "seeded", "acme", new("shelf")
		}),
		seed("Sites.Add", []string{"acme"}, func(seed *sites.Site) { seed.ID = "seeded" }),
		seed("Sites.Insights.Events.Add", []string{"acme", "open"}, func(seed *insights.Event) {
			seed.Location.URL, seed.Rating, seed.Feedback.Comment, seed.Result.RecordID = "https://docs.acme.example/", insights.AskRatingDown, new("So."), ""
		}),
		seed("Sites.ShareLinks.Add", []string{"acme", "open"}, func(seed *sites.ShareLink) { seed.ID = "seeded" }),
		seed("Sites.Redirects.Add", []string{"acme", "open"}, func(seed *sites.Redirect) {
			seed.ID, seed.Source = "seeded", "/seeded"
			seed.Destination = sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: new("part")}
		}),
		seed("Sites.ExternalLinks.Add", []string{"acme", "open"}, func(seed *sites.ExternalLink) {
			seed.ID, seed.URL, seed.SectionGroup = "seeded", "https://seeded.example", nil
		}),
		seed("Sites.MCPServers.Add", []string{"acme", "open"}, func(seed *sites.MCPServer) {
			seed.ID, seed.URL, seed.Transport = "seeded", "https://seeded.example", new(sites.MCPTransportSSE)
		}),
		seed("Integrations.Installations.Add", []string{"diagrams", "library"}, func(seed *integrations.Installation) { seed.ID, seed.Target.Organization = "seeded", "library" }, "Spaces"),
		seed("Integrations.Installations.Spaces.Add", []string{"diagrams", "diagrams-on-acme", "papers"}, func(seed *integrations.SpaceInstallation) {
			seed.Integration, seed.Installation, seed.Space = "diagrams", "diagrams-on-acme", integrations.InstalledSpace{ID: "papers"}
		}),
		seed("Integrations.Installations.Sites.Add", []string{"diagrams", "diagrams-on-acme", "open"}, func(seed *integrations.SiteInstallation) {
			seed.Integration, seed.Installation, seed.Site = "diagrams", "diagrams-on-acme", integrations.InstalledSite{ID: "open"}
		}),
		seed("Integrations.Add", []string{"acme"}, func(seed *integrations.Integration) {
			seed.Name, seed.Owner.ID, seed.ExternalLinks[0].URL = "seeded", "acme", "https://seeded.example"
		}, "Owner"),
		seed("Sites.Sections.Add", []string{"acme", "open"}, func(seed *sites.Section) { seed.ID, seed.SectionGroup = "seeded", new("parts") }, "SiteSpaces"),
		seed("Sites.SectionGroups.Add", []string{"acme", "open"}, func(seed *sites.SectionGroup) { seed.ID, seed.SectionGroup = "seeded", new("parts") }, "Children", "Sections"),
		seed("Sites.SiteSpaces.Add", []string{"acme", "open"}, func(seed *sites.SiteSpace) { seed.ID, seed.Space.ID, seed.Section = "seeded", "guides", new("part") }, "Space"),
		seed("Orgs.Invites.Add", []string{"acme"}, func(seed *publishingtest.Invite) { seed.ID, seed.Email = "seeded", "seeded@acme.example" }),
		seed("Orgs.LinkInvites.Add", []string{"acme"}, func(seed *orgs.LinkInvite) {
			seed.ID, seed.Level, seed.Space, seed.Collection = "seeded", nil, nil, nil
		}),
		seed("Orgs.LinkInvites.Add", []string{"acme"}, func(seed *orgs.LinkInvite) {
			seed.ID, seed.Role, seed.Space.ID, seed.Collection = "seeded", nil, "guides", nil
		}, "Space"),
		seed("Orgs.LinkInvites.Add", []string{"acme"}, func(seed *orgs.LinkInvite) {
			seed.ID, seed.Role, seed.Space, seed.Collection.ID = "seeded", nil, nil, "shelf"
		}, "Collection"),
		seed("Orgs.Fonts.Add", []string{"acme"}, func(seed *orgs.Font) { seed.ID, seed.FontFaces[0].Weight = "seeded", 400 }),
		seed("Subdomains.Add", []string{"acme"}, func(seed *orgs.Subdomain) {
			seed.Subdomain, seed.Target = "seeded", orgs.SubdomainTarget{Type: orgs.SubdomainTargetTypeOrganization, Organization: new("acme")}
		}),
		seed("Orgs.SAML.Add", []string{"acme"}, func(seed *orgs.SAMLProvider) { seed.ID, seed.DefaultTeam.ID = "seeded", "team" }, "DefaultTeam"),
		seed("Orgs.Translations.Add", []string{"acme"}, func(seed *orgs.Translation) { seed.ID, seed.Source.Space = "seeded", "guides" }),
		seed("Orgs.Conversations.Clusters.Add", []string{"acme"}, func(seed *orgs.ConversationCluster) {
			seed.ID, seed.WeeklyPulse = "seeded", slices.Repeat(seed.WeeklyPulse, 13)
		}),
		seed("Orgs.Translations.Glossary.Add", []string{"acme"}, func(seed *orgs.GlossaryEntry) {
			seed.ID, seed.Translations = "seeded", map[api.Language]string{api.LanguageFrench: "espace"}
		}),
		seed("Orgs.Imports.Add", []string{"acme"}, func(seed *orgs.ImportRun) {
			seed.ID, seed.Target, seed.Site = "seeded", &orgs.ImportTarget{Space: "guides"}, nil
			seed.Source = &orgs.ImportSource{Type: orgs.ImportSourceTypeFile, Files: []string{"key"}}
		}),
		seed("Orgs.AuditEvents.Add", []string{"acme"}, func(seed *orgs.AuditEventDetails) { seed.ID = "seeded" }),
		seed("Orgs.Billing.Add", []string{"acme"}, func(*publishingtest.AIUse) {}),
		seed("Sites.Answers.Add", []string{"acme", "open"}, func(seed *insights.AnswerWithResponse) {
			full := fullAnswer("seeded", nil)
			seed.ID, seed.Question, seed.Response, seed.Thread = full.ID, insights.AnswerQuestion{ID: "seeded", Type: insights.QuestionTypeHowTo}, full.Response, nil
		}, "Response"),
		seed("Orgs.OpenAPI.Add", []string{"acme"}, func(seed *orgs.OpenAPISpec) { seed.ID, seed.Slug = "seeded", "seeded" }),
		seedBy("Orgs.OpenAPI.Versions.Add", func(w *world, seed orgs.OpenAPIVersion) orgs.OpenAPIVersion {
			return w.Orgs.OpenAPI.Versions.Add("org", "spec", seed, api.Raw(`{"seeded":1}`))
		},
			func(seed *orgs.OpenAPIVersion) { seed.ID = "seeded" }),
		seedBy("Integrations.Events.Add", func(w *world, seed integrations.Event) integrations.Event {
			return w.Integrations.Events.Add("bot", seed).Event
		},
			func(seed *integrations.Event) {
				seed.ID, seed.IntegrationID = "seeded", "bot"
				seed.Payload = integrations.EventPayload{Type: integrations.EventTypeFetch, ID: "seeded", Fetch: seed.Payload.Fetch, Extra: seed.Payload.Extra}
			}),
		seed("Spaces.Files.Add", []string{"wiki", ""}, func(seed *spaces.File) { seed.ID = "seeded" }),
		seed("ChangeRequests.Add", []string{"wiki"}, func(seed *changerequests.ChangeRequest) {
			seed.ID, seed.Space, seed.CreatedBy.ID, seed.RevisionMerged = "seeded", "wiki", "mona", nil
		}, "CreatedBy"),
		seed("ChangeRequests.Add", []string{"wiki"}, func(seed *changerequests.ChangeRequest) {
			seed.ID, seed.Space, seed.CreatedBy.ID, seed.Outdated, seed.Status = "seeded", "wiki", "mona", false, changerequests.StatusMerged
		}, "CreatedBy"),
		seed("Spaces.Comments.Add", []string{"wiki", "proposal"}, func(seed *spaces.Comment) {
			seed.ID, seed.PostedBy.ID, seed.Target.Page.ID, seed.Target.Space, seed.Target.ChangeRequest = "seeded", "mona", "start", "wiki", new("proposal")
			seed.ResolvedBy.ID, seed.Reactions[0].Users[0].User.ID = "nils", "olga"
		}, "PostedBy", "ResolvedBy", "Target.Page", "Reactions[0].Users[0].User"),
		seed("Spaces.Comments.Replies.Add", []string{"wiki", "proposal", "remark"}, func(seed *spaces.CommentReply) {
			seed.ID, seed.PostedBy.ID, seed.Reactions[0].Users[0].User.ID = "seeded", "mona", "olga"
		}, "PostedBy", "Reactions[0].Users[0].User"),
		seed("ChangeRequests.RequestedReviewers.Add", []string{"wiki", "sketch"}, func(seed *changerequests.RequestedReviewer) {
			seed.Kind, seed.User.ID, seed.Team, seed.RequestedBy.ID = changerequests.ReviewerKindUser, "nils", nil, "mona"
		}, "User", "RequestedBy"),
		seed("ChangeRequests.RequestedReviewers.Add", []string{"wiki", "sketch"}, func(seed *changerequests.RequestedReviewer) {
			seed.Kind, seed.User, seed.Team.ID, seed.RequestedBy.ID = changerequests.ReviewerKindTeam, nil, "crew", "mona"
		}, "Team", "RequestedBy"),
		seed("ChangeRequests.Reviews.Add", []string{"wiki", "proposal"}, func(seed *changerequests.Review) {
			seed.ID, seed.Reviewer.ID, seed.RequestedBy.ID = "seeded", "mona", "olga"
			said := seed.Comment
			said.ID, said.PostedBy.ID, said.Target.Page.ID, said.Target.Space, said.Target.ChangeRequest = "said", "nils", "start", "wiki", new("proposal")
			said.Target.Review, said.ResolvedBy.ID, said.Reactions[0].Users[0].User.ID = new("seeded"), "nils", "olga"
		}, "Reviewer", "RequestedBy", "Comment.PostedBy", "Comment.ResolvedBy", "Comment.Target.Page", "Comment.Reactions[0].Users[0].User"),
	}
}

// TestSeedKeepsEachFieldItIsGiven covers every Add method: no given field is ignored or
// overwritten.
func TestSeedKeepsEachFieldItIsGiven(t *testing.T) {
	t.Parallel()
	seeded := map[string]bool{}
	for i, how := range seedings() {
		seeded[how.method] = true
		t.Run(fmt.Sprintf("%s %d", how.method, i), func(t *testing.T) {
			t.Parallel()
			given, got := how.add(newSeedWorld(t))
			require.Empty(t, strings.Join(how.notKept(given, got), "\n"))
		})
	}
	// These return another type or nothing, and have tests of their own.
	for _, other := range []string{
		"Spaces.Pages.Add", "Spaces.ReusableContents.Add", "Spaces.Templates.Add", "Spaces.Imports.Set", "Spaces.Embeds.Set",
		"Spaces.Git.Repositories.Set", "Orgs.Storage.Add", "Faults.Add",
	} {
		seeded[other] = true
	}
	for path, method := range methodsOf("", reflect.TypeFor[publishingtest.Server]()) {
		if method.Name == "Add" {
			require.True(t, seeded[path], "%s has no seeding", path)
		}
	}
}

func (how seeding) notKept(given, got any) []string {
	var all []string
	for _, path := range lost("", reflect.ValueOf(given).Elem(), reflect.ValueOf(got).Elem()) {
		derived := strings.Contains(path, "Object: ") // a constant
		for _, name := range how.derived {
			derived = derived || strings.HasPrefix(path, name+":") || strings.HasPrefix(path, name+".") || strings.HasPrefix(path, name+"[")
		}
		if !derived {
			all = append(all, path)
		}
	}
	return all
}

// TestSeedsIdentifyPeople distinguishes the caller, who requested a review, and who was requested.
func TestSeedsIdentifyPeople(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	asked := w.ChangeRequests.RequestedReviewers.Add("wiki", "sketch", changerequests.RequestedReviewer{User: &api.User{ID: "nils"}, RequestedBy: api.User{ID: "mona"}})
	require.Equal(t, "nils", asked.User.ID)
	require.Equal(t, "mona", asked.RequestedBy.ID)
	require.Equal(t, w.ChangeRequests.RequestedReviewers.Add("wiki", "sketch", changerequests.RequestedReviewer{User: &api.User{ID: "mona"}}).RequestedBy, w.Caller())
	review := w.ChangeRequests.Reviews.Add("wiki", "sketch", changerequests.Review{Reviewer: api.User{ID: "nils"}, RequestedBy: &api.User{ID: "olga"}, Comment: &spaces.Comment{
		Body: richtext.Markdown("So?"), PostedBy: api.User{ID: "mona"},
	}})
	require.Equal(t, "olga", review.RequestedBy.ID)
	require.Equal(t, "mona", review.Comment.PostedBy.ID)
	require.Equal(t, "mona", w.ChangeRequests.Reviews.Add("wiki", "sketch", changerequests.Review{Reviewer: api.User{ID: "nils"}}).RequestedBy.ID, "who asked for it")
	require.Equal(t, "nils", w.ChangeRequests.Reviews.Add("wiki", "sketch", changerequests.Review{
		Reviewer: api.User{ID: "nils"}, Comment: &spaces.Comment{Body: richtext.Markdown("So.")},
	}).Comment.PostedBy.ID)
}

func TestMemberHasTheIDOfItsSeed(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	require.Equal(t, "eve", w.Orgs.Members.Add("acme", api.Member{ID: "eve"}).User.ID)
	require.Equal(t, "olga", w.Orgs.Members.Add("acme", api.Member{ID: "olga"}).ID, "a user who is there")
	require.Equal(t, "joe", w.Orgs.Members.Add("acme", api.Member{ID: "joe", User: api.User{ID: "joe"}}).ID)
	for _, id := range []string{"eve", "olga", "joe"} {
		require.Contains(t, w.send(t, "GET", "/v1/orgs/acme/teams/team/members", "").body+fmt.Sprint(w.Orgs.Members.All("acme")), id)
		require.Equal(t, 204, w.send(t, "PUT", "/v1/orgs/acme/teams/team/members/"+id, `{}`).status)
	}
}
