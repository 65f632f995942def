// Package publishingtest is the service in memory, for the tests of programs that use the SDK, as net/http/httptest is for net/http. It
// keeps state, answers over HTTP on loopback, and never fetches anything from the network.
//
// [NewServer] starts one for a test and [Start] one for a program. A server starts empty: the Add methods seed it, or [Server.SeedDemo].
// [Server.Client] returns a client of it; a program under test is given [Server.URL] and [Server.Token] instead.
//
//	server := publishingtest.NewServer(t)
//	org := server.AddOrganization(publishingtest.Organization{Title: "Acme"})
//	site := server.AddSite(org.ID, sites.Site{Title: "Handbook"})
//	got, err := server.Client().Sites.Get(t.Context(), org.ID, site.ID)
//
// What people do in the editor and no operation can is done by hooks: [Server.EditPage], [Server.AddPage], [Server.MovePage],
// [Server.RemovePage], [Server.AddFile], [Server.AddReusableContent] and those beside them work on the main content of a space or on a change
// request, and each makes a revision. All revisions stay readable. [Server.AddChangeRequest] says when a merge or an update has conflicts and how
// they are settled. Merge rules are kept and shown, and stop nobody: a change request without conflicts is merged whatever they ask for. An
// import takes only what [Server.SeedImport] has made known.
//
// The server checks what it is sent on its own account: a limit that is broken is answered with 400 and a message that names the field,
// the rule and, in brackets, the rule's id. [Rules] lists them and [WithoutRule] switches one off.
//
// What goes wrong in production can be had on purpose: [Server.Fail] answers the next calls of an operation with an error, a reset, silence
// or a body cut short, before or after the call took effect; [Server.Delay], [Server.CutAfter] and [Server.ScriptStream] do the rest.
// [Server.Calls] and [Server.Commits] tell what reached the server and what took effect.
//
// A mistake in the use of this package, such as the name of an operation that does not exist, fails the test; a server without one, made
// by [Start], panics.
package publishingtest
