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
// A server starts empty. Methods such as [Orgs.Add], [Sites.Add] and
// [Spaces.Add] add resources:
//
//	server.Spaces.Add(org.ID, spaces.Space{Title: "Guides"}, publishingtest.Page{
//		Title:    "Publishing",
//		Sections: []publishingtest.Section{{Title: "Go live", Body: "Press **Publish**."}},
//	})
//
// They keep every field of the seed, generate the fields that are not set, and return the resource
// as it appears in a response. If the server would reject a request with the values of a seed, the
// test fails, and the message contains the field and the rule. [WithoutRule] switches off the rule
// for seeds, too. Methods such as [Sites.All], [SpacePages.All] and [SpaceComments.All] return the
// state of the server as it appears in responses, without a call. Seeds and results are copies:
// changing them does not change the server. [Server.SeedDemo] adds resources of every kind.
//
// People edit content in the editor of the platform, which does not use the operations of the API.
// [SpacePages.Edit], [SpacePages.Add], [SpacePages.Move], [SpacePages.Remove], [SpaceFiles.Add],
// [SpaceReusableContents.Add] and similar methods take the place of this editor. They edit the main
// content of a space or, if changeRequestID is not empty, the change request with this ID or
// number. Each edit creates a revision, and all revisions stay readable.
//
// [OrgOpenAPI.Complete] and [OrgTranslations.Complete] complete tasks that the platform performs in
// the background. [SpaceImports.Add] sets the content that an import finds.
//
// # Failures
//
// [Faults.Add] makes the next calls of an operation fail, with a status, a connection that is reset
// or closed, no response at all, or a truncated body. A call can fail before or after it takes
// effect. An operation is named after its method and the fields that lead to it:
// client.Sites.Update is "Sites.Update".
//
//	server.Faults.Add("Sites.Create", 1, publishingtest.Status(503).Header("Retry-After", "1"))
//	server.Faults.Add("Sites.Update", 1, publishingtest.Reset().AfterCommit()) // only the response is lost
//
// [Fault.WhenParam] and [Fault.When] limit a fault to some of the calls of an operation, such as
// the calls about one site. A call that does not meet the condition does not use up the fault.
//
// [Calls.All] returns the requests that reached the server, [Calls.Count] counts them, and
// [Calls.Commits] counts those that took effect. [Faults.TruncateAfter] truncates every response
// of an operation, and [WithRateLimit] limits the rate of calls.
//
// [Faults.Delay] blocks calls at a [Gate] until the test opens it, so that no test has to sleep.
// [Streams.Pace] does the same with the events of streams. [Streams.Script] replaces a stream by
// the events and interruptions that the test chooses. [TextEvent], [AskEvent], [QuestionEvent],
// [DoneEvent] and [ErrorEvent] return events of the service, and [Event] and [Bytes] return any
// other events.
//
// # Callers
//
// The tokens of [WithToken] belong to one user, [Server.Caller]. [Server.ActAs] makes them belong
// to another user:
//
//	ada := server.Orgs.Members.Add(org.ID, api.Member{Role: new(api.RoleEdit)})
//	server.ActAs(ada.ID)
//
// The caller is the author of the resources that a call creates, and the user who joins an
// organization. Calls with these tokens are never restricted.
//
// [Server.ClientFor] returns a client that makes its calls as another user. The rules that
// docs/testing.md lists restrict these calls. To test how a program handles any other 403, use
// [Faults.Add].
//
// [WithToken] sets the tokens that the server accepts. A call without one of them returns 401. Only
// Sites.Insights.Events.Track needs no token, and the calls of Sites.AdsReview need a key of
// [WithPartnerKey] instead.
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
// returns
// 400. The message contains the field and the condition:
//
//	title: want 2 to 128 characters, got "x"
//
// If only the public description of the service states a behavior, or no source does, the behavior
// is a rule that can be switched off. The message then ends with the ID of the rule:
//
//	subject: want at most 100 characters, got "…" [changerequests.create.limits]
//
// [Rules] lists all rules. [WithoutRule] switches off rules, for example because the service is
// known not to have them. [WithoutDescriptionLimits] switches off all limits that only the public
// description contains.
//
// # Other versions of the service
//
// [EditJSON] changes a response to one that another version of the service might send: a field is
// missing, is null, or has another type or an unknown value.
//
//	server.Faults.Add("Sites.Get", 1, publishingtest.EditJSON(func(site map[string]any) {
//		site["visibility"] = "by-invitation"
//	}))
//
// # What the server decides
//
// Neither the API reference nor the public description specifies everything that a server has to
// do. For example, the server decides that
//
//   - a merge or an update of a change request has a conflict on each page that both the change
//     request and the main content have changed since they diverged: see [ChangeRequests.Add];
//   - merge rules are kept and returned, but not enforced: a change request without conflicts can
//     always be merged;
//   - an answer consists of sections of the pages that contain the most words of the question, and
//     its messages are cumulative unless [WithStreamMode] sets another mode;
//   - a document consists of headings and paragraphs, and markup within a line stays Markdown;
//   - deleting elements between the requests for two pages of a list neither skips nor repeats
//     other elements.
//
// A test against this server shows that a program works with these decisions. It does not show that
// the service makes the same decisions.
//
// # Programs that are not tests
//
// [Start] starts a server for a program, which must call [Server.Close]. Unlike NewServer, Start
// returns an error if it fails, and the methods of its server panic if they are used incorrectly.
// [StartDemo] starts a server with demo data in one line, for examples:
//
//	server, demo := publishingtest.StartDemo()
//	defer server.Close()
//	site, err := server.Client().Sites.Get(ctx, demo.Organization, demo.Sites[0], sites.GetOptions{})
package publishingtest
