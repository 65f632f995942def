// Package publishingtest provides an in-memory server of the Publishing Platform API, for tests of
// programs that use the SDK. It is to the SDK what net/http/httptest is to net/http. The server
// implements every operation of the SDK, keeps state, listens on a loopback address, and never
// connects to another machine.
//
// # A server in a test
//
// [NewServer] starts a server and closes it at the end of the test. [Server.Client] returns a
// client of the server:
//
//	func TestRename(t *testing.T) {
//		server := publishingtest.NewServer(t)
//		org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
//		site := server.Sites.Add(org.ID, sites.Site{Title: "Old"})
//
//		err := rename(t.Context(), server.Client(), org.ID, site.ID, "New") // the code under test
//
//		if err != nil {
//			t.Fatal(err)
//		}
//		if got := server.Sites.All(org.ID)[0].Title; got != "New" {
//			t.Errorf("title is %q", got)
//		}
//	}
//
// A program that creates its own client needs [Server.URL] and [Server.Token] instead.
//
// Incorrect use of this package, such as a misspelled name of an operation, fails the test at the
// line with the mistake. Servers share no state, so tests can run in parallel.
//
// # Seeding
//
// A server starts empty. Methods such as [Orgs.Add], [Sites.Add] and [Spaces.Add] add resources:
//
//	server.Spaces.Add(org.ID, spaces.Space{Title: "Guides"}, publishingtest.Page{
//		Title:    "Publishing",
//		Sections: []publishingtest.Section{{Title: "Go live", Body: "Press **Publish**."}},
//	})
//
// These methods keep every field of the seed, generate the fields that are not set, and return the
// resource as it appears in a response. If the server would reject a request with the values of the
// seed, the test fails. The message contains the field and the rule. If [WithoutRule] switches a
// rule off, the rule does not apply to seeds either. Methods such as [Sites.All], [SpacePages.All]
// and [SpaceComments.All] return the state of the server as it appears in responses, without a
// call. Seeds and results are copies: changing them does not change the server. [Server.SeedDemo]
// adds resources of every kind.
//
// People edit content in the editor of the platform, which does not call the API. Methods such as
// [SpacePages.Edit], [SpacePages.Add], [SpacePages.Move], [SpacePages.Remove], [SpaceFiles.Add] and
// [SpaceReusableContents.Add] simulate this editor. If changeRequestID is empty, they edit the main
// content of a space; otherwise, they edit the change request with this ID or number. Each edit
// creates a revision, and all revisions can still be read.
//
// [OrgOpenAPI.Complete] and [OrgTranslations.Complete] complete tasks that the platform performs in
// the background. [SpaceImports.Set] sets the content that an import will find.
//
// # Failures
//
// [Faults.Add] makes the next calls of an operation fail, with a status, a connection that is reset
// or closed, no response at all, or a truncated body. A call can fail before or after it takes
// effect. The name of an operation is the path from the client to its method: "Sites.Update" is the
// name of client.Sites.Update.
//
//	server.Faults.Add("Sites.Create", 1, publishingtest.Status(503).Header("Retry-After", "1"))
//	server.Faults.Add("Sites.Update", 1, publishingtest.Reset().AfterCommit()) // only the response is lost
//
// [Fault.WhenParam] and [Fault.When] limit a fault to some of the calls of an operation, such as
// the calls for one site. Other calls do not use up the fault.
//
// [Calls.All] returns the requests that reached the server, [Calls.Count] counts them, and
// [Calls.Commits] counts those that took effect. [Faults.TruncateAfter] truncates every response
// of an operation, and [WithRateLimit] limits the rate of calls.
//
// [Faults.Delay] blocks calls at a [Gate] until the test opens the gate, so that no test has to
// sleep. [Streams.Delay] blocks the events of streams in the same way. [Streams.Script] replaces a
// stream with events and interruptions that the test chooses. [TextEvent], [AskEvent],
// [QuestionEvent], [DoneEvent] and [ErrorEvent] return events of the service. [Event] and [Bytes]
// return any other event.
//
// # Callers
//
// The tokens of [WithToken] belong to one user, [Server.Caller]. [Server.ActAs] assigns them to
// another user:
//
//	ada := server.Orgs.Members.Add(org.ID, api.Member{Role: new(api.RoleEdit)})
//	server.ActAs(ada.ID)
//
// The caller is the author of the resources that a call creates, and the user who joins an
// organization when a call accepts an invite. Permissions never restrict calls with these tokens.
//
// [Server.ClientFor] returns a client that makes its calls as another user. docs/RULES.md lists
// the rules that restrict these calls. To test how a program handles any other 403, use
// [Faults.Add].
//
// [WithToken] sets the tokens that the server accepts. A call without one of them returns 401.
// There are three exceptions: Sites.Insights.Events.Track and URLs.Published need no token, and the
// operations of Sites.AdsReview need a key of [WithPartnerKey] instead.
//
// # Time
//
// [WithClock] sets the clock of the server, which determines the times in responses, the windows of
// [WithRateLimit], and how long a deleted space can be restored. [Server.Advance] sets it forward,
// so that no test has to wait:
//
//	server.Advance(7 * 24 * time.Hour) // no space that is deleted by now can be restored
//
// # Rules
//
// The server validates requests independently of the client. A request with an invalid value
// returns 400. The message contains the field and the condition:
//
//	title: want 2 to 128 characters, got "x"
//
// A behavior that the API reference does not state is a rule that can be switched off. Either the
// public description of the service states the rule, or no source does. The message of such a rule
// ends with its ID:
//
//	subject: want at most 100 characters, got "…" [changerequests.create.limits]
//
// [Rules] lists all rules. [WithoutRule] switches off rules, for example those that your service
// does not have. [WithoutDescriptionLimits] switches off all limits that only the public
// description contains.
//
// # Experimental names
//
// If all operations of a group are experimental, the group is experimental too, and so are the
// types that only such groups use. They may change in any minor release. The rules may change in
// any release.
//
// # Other versions of the service
//
// [EditJSON] changes a response into one that another version of the service might send. For
// example, a field is missing or null, or has another type or an unknown value.
//
//	server.Faults.Add("Sites.Get", 1, publishingtest.EditJSON(func(site map[string]any) {
//		site["visibility"] = "by-invitation"
//	}))
//
// # What the server decides
//
// Where neither the API reference nor the public description specifies a behavior, the server
// decides. For example:
//
//   - A merge or an update of a change request has a conflict on each page that both the change
//     request and the main content have changed since they diverged: see [ChangeRequests.Add].
//   - Merge rules are stored and returned, but not enforced. A change request without conflicts can
//     always be merged.
//   - An answer consists of sections of the pages that contain the most words of the question. Its
//     messages are cumulative unless [WithTextMode] sets another mode.
//   - A document consists of headings and paragraphs. Markup within a line stays Markdown.
//   - If elements are deleted between the requests for two pages of a list, the list neither skips
//     nor repeats other elements. Results of searches, links, backlinks, issues and the sources of
//     answers are found anew for each page, which begins after as many as the pages before it had.
//
// A test against this server shows that a program works with these decisions. It does not show that
// the service makes the same decisions.
//
// # Programs that are not tests
//
// [Start] starts a server for a program, which must call [Server.Close]. Unlike NewServer, Start
// returns an error if it fails. The methods of its server panic if they are used incorrectly. For
// examples, [StartDemo] starts a server with demo data in one line:
//
//	server, demo := publishingtest.StartDemo()
//	defer server.Close()
//	site, err := server.Client().Sites.Get(ctx, demo.Organization, demo.Sites[0], sites.GetOptions{})
package publishingtest
