// Package publishing is a client for the Publishing Platform API, which manages organizations, docs
// sites, spaces, collections, change requests, permissions and integrations, and streams answers to
// questions about their content.
//
// # Clients
//
// Create one [Client] for the whole program. It is safe for concurrent use:
//
//	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken(token))
//
// [WithTokenSource] gets the token from a function, and [WithEnv] reads it from the environment.
// Other options configure timeouts, retries, logging and the transport.
//
// # Calls
//
// The fields of a client are the services of the API. Their methods take a context, IDs, and the
// query or the body:
//
//	site, err := client.Sites.Get(ctx, orgID, siteID, sites.GetOptions{})
//
//	site, err = client.Sites.Update(ctx, orgID, siteID, sites.Update{
//		Title: new("Handbook"),           // set
//		Proxy: publishing.Null[string](), // clear
//		// the other fields are not changed
//	})
//
// The services and their types are in packages orgs, sites, spaces, changerequests, permissions,
// urls and integrations. Package api documents the rules that hold for all operations, and declares
// the types that the services share. This package has aliases for the types that most programs use.
//
// Every method also takes options for the call:
//
//	var meta publishing.Meta
//	site, err := client.Sites.Get(ctx, orgID, siteID, sites.GetOptions{},
//		publishing.WithMeta(&meta), publishing.WithTimeout(time.Second))
//	fmt.Println(meta.Status, meta.RequestID)
//
// [Client.Do], [All] and [Client.Stream] call operations that this release does not know.
//
// # Lists
//
// List returns one page of a list, All returns an iterator over the elements of all pages, and
// ListPages returns an iterator over the pages:
//
//	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(site.Title)
//	}
//
// An error ends the iteration. If a page could not be fetched, the error is a
// *pagination.PageError, which contains the cursor to resume from.
//
// # Streams
//
// An event stream is an iterator too. The stream opens when the loop begins and closes when the
// loop ends:
//
//	var text ask.Text
//	question := orgs.AskQuestion{Question: "How do I publish?"}
//	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
//	for event, err := range client.Orgs.Ask.Stream(ctx, orgID, question, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Print(text.Add(event))
//	}
//
// If the client detects that the stream is truncated, the loop ends with an error.
//
// # Errors
//
// If the service responds with a status other than 2xx, the error is an [*Error]. [errors.Is]
// matches its status with a sentinel, and [errors.As] gives access to its fields:
//
//	site, err := client.Sites.Get(ctx, orgID, siteID, sites.GetOptions{})
//	if errors.Is(err, publishing.ErrNotFound) {
//		return nil, nil
//	}
//
// Other errors of a call are
//
//   - a [*ValidationError] if the input is invalid and nothing was sent;
//   - a [*TransportError] if there is no complete response;
//   - a [*DecodeError] if the response cannot be decoded;
//   - a [*StreamError] if the service ended a stream with an error;
//   - a [*WriteRejectedError] if a policy of the client rejected a write and nothing was sent;
//   - an [*IgnoredFieldsError] if [WithStrictWrites] is set and the service ignored some fields of
//     a write.
//
// Some methods return errors of other types too, which package api lists.
//
// # Retries
//
// Safe requests, deletes and idempotent PUTs are retried after transient failures, with at most
// three attempts in total. Other writes, and streams, are retried only if the service cannot have
// acted on them. If such a write fails, [MayHaveApplied] reports whether it may still have taken
// effect:
//
//	site, err := client.Sites.Create(ctx, orgID, sites.Create{Title: new("Launch")})
//	if publishing.MayHaveApplied(err) {
//		// The site may exist. Look for it before creating it again.
//	}
//
// [WithRetry] configures retries, [WithoutRetry] disables them, and [WithReplay] retries a write
// even if it could then take effect twice.
//
// # Testing
//
// Package publishingtest contains an in-memory server that implements every operation and keeps
// state. A test can make calls fail, lose responses, and script streams:
//
//	server := publishingtest.NewServer(t)
//	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
//	server.Faults.Add("Sites.List", 1, publishingtest.Status(503))
//	for site, err := range server.Client().Sites.All(t.Context(), org.ID, sites.ListOptions{}) {
//		...
//	}
package publishing
