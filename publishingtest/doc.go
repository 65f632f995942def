// Package publishingtest provides an in-memory server of the publishing platform, for tests of
// programs that use the SDK. It is to the SDK what net/http/httptest is to net/http: the server
// implements every operation of the SDK, keeps state, listens on a loopback address, and never
// connects to another machine.
//
// # A server in a test
//
// [NewServer] starts a server and closes it at the end of the test. [Server.Client] returns a
// client of the server. A program that creates its own client gets [Server.URL] and [Server.Token]
// instead.
//
//	func TestRename(t *testing.T) {
//		server := publishingtest.NewServer(t)
//		org := server.AddOrganization(publishingtest.Organization{Title: "Acme"})
//		site := server.AddSite(org.ID, sites.Site{Title: "Old"})
//
//		err := rename(t.Context(), server.Client(), org.ID, site.ID, "New") // the code under test
//
//		if err != nil {
//			t.Fatal(err)
//		}
//		if got := server.Sites(org.ID)[0].Title; got != "New" {
//			t.Errorf("title is %q", got)
//		}
//	}
//
// Incorrect use of this package, such as a misspelled name of an operation, fails the test at the
// line with the mistake. Servers share no state, so that tests can run in parallel.
//
// # Seeding
//
// A server starts empty. Methods such as [Server.AddOrganization], [Server.AddSite] and
// [Server.AddSpace] add resources. They keep every field of the seed, generate the fields that are
// not set, and return the resource as the service does. Methods such as [Server.Sites] and
// [Server.Comments] return what the server contains, without a call. [Server.SeedDemo] adds some of
// everything.
//
// Seeds and results are copies: changing them does not change the server.
//
//	server.AddSpace(org.ID, spaces.Space{Title: "Guides"}, publishingtest.Page{
//		Title:    "Publishing",
//		Sections: []publishingtest.Section{{Title: "Go live", Body: "Press **Publish**."}},
//	})
//
// Users edit content in an editor, which has no operations. [Server.EditPage], [Server.AddPage],
// [Server.MovePage], [Server.RemovePage], [Server.AddFile], [Server.AddReusableContent] and similar
// methods do the same to the main content of a space or to a change request. Each of them creates a
// revision, and all revisions stay readable. [Server.CompleteOpenAPISpec] and
// [Server.CompleteTranslation] finish what the platform does in the background. An import uses the
// content of [Server.SeedImport].
//
// # Failures
//
// [Server.Fail] makes the next calls of an operation fail: with a status, a connection that is
// reset or closed, no response at all, or a truncated body; before or after the call takes effect.
// An operation is identified by the way from the client to its method: client.Sites.Update is
// "Sites.Update".
//
//	server.Fail("Sites.Create", 1, publishingtest.Status(503).Header("Retry-After", "1"))
//	server.Fail("Sites.Update", 1, publishingtest.Reset().AfterCommit()) // only the response is lost
//
// [Server.Calls] returns the requests that reached the server, [Server.CallCount] counts them, and
// [Server.Commits] counts those that took effect. [Server.TruncateAfter] truncates every response
// of an operation, and [WithRateLimit] limits the rate of calls.
//
// [Server.Delay] and [Server.Pace] block calls and the events of streams at a [Gate] until the test
// opens it, so that no test has to sleep. [Server.ScriptStream] replaces a stream by events and
// interruptions of the test's choice.
//
// # Callers
//
// All tokens of a server belong to one user, [Server.Caller]. [Server.ActAs] makes them belong to
// another user. The caller is the author of what a call creates, and joins an organization by an
// invite. The server does not check the permissions of the caller; a test of a program that must
// handle 403 uses [Server.Fail].
//
//	ada := server.AddMember(org.ID, api.Member{Role: new(api.RoleEdit)})
//	server.ActAs(ada.ID)
//
// [WithToken] sets the tokens that the server accepts. A call without one of them returns 401.
//
// # Time
//
// [WithClock] sets the clock of the server. It determines the times in responses, the windows of
// [WithRateLimit], and whether a deleted space can still be restored.
//
// # Rules
//
// The server validates requests by itself, independently of the client. A request that breaks a
// rule returns 400 with a message that contains the field, the condition and, in brackets, the ID
// of the rule:
//
//	title: want 2 to 128 characters, got "x" [sites.create.title.length]
//
// [Rules] lists all rules, and [WithoutRule] switches rules off, for a service that is known to
// differ. Rules with [Rule.FromDescription] are limits that only the public description of the
// service contains; [WithoutDescriptionLimits] switches off all of them.
//
// # What the server decides
//
// Neither the API reference nor the public description specifies everything that a server has to
// do. Where they do not, the server decides:
//
//   - A merge or an update of a change request has a conflict on each page that both sides have
//     changed since they diverged: see [Server.AddChangeRequest].
//   - Merge rules are kept and returned, but not enforced: a change request without conflicts can
//     be merged.
//   - An answer consists of sections of the pages that contain most words of the question. Its
//     messages are cumulative unless [WithStreamMode] is used.
//   - A document consists of headings and paragraphs. Markup within a line stays Markdown.
//   - Cursors of lists are positions: elements that are deleted between two pages neither hide nor
//     repeat another one.
//
// A test against this server shows that the program works with these decisions, and not that the
// service takes the same.
//
// # Programs that are not tests
//
// [Start] starts a server for a program, which must call [Server.Close]. It returns errors, where
// NewServer fails the test, and its methods panic if they are used incorrectly. [StartDemo] starts
// a server with demo data in one line, for examples:
//
//	server, demo := publishingtest.StartDemo()
//	defer server.Close()
//	site, err := server.Client().Sites.Get(ctx, demo.Organization, demo.Sites[0])
package publishingtest
