// Package contract compares the SDK with the API reference. What it expects is transcribed from the
// API reference by hand, so that a mistake in a struct cannot repeat itself there. The
// transcription is in the tests of the packages with operations, the areas.
//
// # Rows
//
// A row is one call of an operation, with the request that must be on the wire and a response of
// the API reference:
//
//	{
//		Op: "Sites.Update",
//		Call: func(a contract.Args) (any, error) {
//			return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.Update{Title: new("Guide")}, a.Opts...)
//		},
//		Request:  "PATCH /v1/orgs/organization%2F1/sites/site%2F1",
//		Body:     `{"title": "Guide"}`,
//		Status:   200,
//		Response: "site.json",
//	},
//
// [Run] makes the call, compares the request, decodes the response, encodes it again, and drops
// each of its fields to see that it is missed. It also runs the checks that hold for every
// operation, such as hostile ids, statuses that are errors, unknown fields and lost responses. They
// use the first row of the operation.
//
//   - The rows of a resource are a table in its test, such as shareLinkRows in
//     sites/sharelinks_test.go. The tables of an area are joined in its contract_test.go. The rows
//     of an operation stand together.
//   - The first row of an operation succeeds and has no Name. The others are named for what is
//     special about them: null, nothing set, another status, another arm of a union.
//   - IDs are made from the path: {siteId} is "site/1", which must be sent as site%2F1.
//   - A response is JSON or the name of a file in testdata. In JSON, a string such as "@site.json"
//     stands for the contents of that file. A name with a directory, such as "@spaces/space.json",
//     is a file in the testdata of this package, which all areas share.
//   - Each field of a response has a value other than false, 0 and "". Without a required field
//     that is zero, the response would decode to the same value.
//   - A list has a List beside its Call, with its iterators, and the response of its first row has
//     a next page.
//
// # Tables
//
// The testdata of each area has two tables that are written by hand, with tabs between their
// columns.
//
// A line of constants.tsv is an exported constant with a type, with its value and whether the API
// reference shows it.
//
// A line of fields.tsv is an operation, a field of a response, a query parameter, or a field of a
// request's body:
//
//   - document and section are where it stands: part 1 or 2 of the API reference, or
//     experimental.
//   - kind is operation, response, query or body.
//   - of is the operation, as method and path, or the shape that the field belongs to. Shapes that
//     several areas share are in the fields.tsv of this package.
//   - path is the field: a.b for a field of an object, a[] for the elements of a list, a.* for the
//     fields that have no line of their own, and a lone dot for the response itself. If the
//     response is an array, [] stands for its elements.
//   - need is req or opt where the API reference specifies it, and safe for an operation that is a
//     POST and changes nothing. It is "safe without action" if that holds only for requests without
//     the field action in the body, and "repeatable without redirects[].intent=publish" for a PUT
//     that is idempotent unless an item of the list has that value.
//   - values are JSON values that must each occur in a row, such as null, or true and false. An
//     enum of a request has at least one.
//   - shape is what the field consists of: a shape, or "List of" one.
//   - about is what the response of an operation is about: the fields whose absence is an error,
//     since a response without them would look complete, such as the items of a list. It is empty
//     for a resource, which its id identifies.
//
// A line of a query or a body holds if a row sends it. A line of a response holds if the response
// of a row has it, and dropping it there changes an exported Go field other than the catch-all for
// unknown fields. An exported field that has no line must be marked as experimental.
//
// # Response tags
//
// A field of a response is required if its json tag has no omitzero. A tag says what else holds in
// responses, in words with commas between them:
//
//	Pages []Page `json:"pages,omitzero" response:"required,if=type:document|group"`
//
// The words are:
//
//   - required: the service sends it although the tag has omitzero, because requests can leave it
//     out, or with if: only if the string beside it has one of the values, or is absent and
//     one of them is empty. It is not null then.
//   - optional: it may be absent although the tag has no omitzero, because null has a meaning.
//   - id: the string is the ID of something although its name does not end in Id or ID.
//   - empty: the string may be empty although its name is that of an ID.
//   - about: the response is about it, and the column about contains it.
//
// # Fields that a write ignored
//
// written.tsv of each area has where the response to a write shows each field of its body, or why
// it does not. It is generated from the types of the two, and from what ops.go says of the
// response; the reasons for what ops.go says is not shown are written by hand. A service that takes
// all fields of all rows is not said to ignore any, and one that drops a field, makes it zero or
// leaves it at another value is.
//
// # The sweep
//
// The sweep is a test of the in-memory server. It changes a valid request of each operation in one
// place to what the API reference or the public description forbids, and wants it to be rejected.
// It rests on what the tests of the areas transcribe, and on no struct of the SDK. It cannot read
// these tests, so that [Run] keeps a copy of what they contain of requests in requests.tsv of each
// area, which is generated: run the test of the area with -record.
//
// What each kind of change rests on:
//
//   - A value of another kind of JSON, or null: on the kinds that the bodies of the rows have at
//     the field. The fields and lists around a field are objects and lists. Null is also valid
//     where the note of the line contains it, and any value is valid where the note begins with
//     "any".
//   - A missing value: on the need req, and on Limits with the check required.
//   - An unknown value: on a text or a negative number among the values of a line, which makes the
//     field an enum.
//   - A malformed date-time: on rows that send nothing but date-times.
//   - A parameter that is no boolean: on rows that send nothing but booleans.
//   - A text or a number out of range, a pattern that does not match, too many or too few elements,
//     an element twice, no variant or two of them, a field that another one requires: on the checks
//     of Limits and Tried, on notes such as "1 to 100 characters" and "base64", and on the
//     lengths in the tests of the in-memory server that only the public description contains.
//   - A node of a rich document: on the lines of the shapes of the body.
//   - An unknown id in the path: on the meaning of 404. A delete may take it, and so may an
//     operation whose rows report that it was created, or whose note says that it creates it.
//   - A truncated or missing body: on the meaning of 400. A request without credentials: on the
//     header that every operation has.
//
// # Adding an operation
//
// To add the operation GET /v1/orgs/{organizationId}/sites/{siteId}/banner with the name
// Sites.Banner.Get:
//
//  1. Add a row with Op "Sites.Banner.Get" to the table bannerRows in sites/banner_test.go. If the
//     table is new, add it to the Rows in sites/contract_test.go.
//  2. Add a line for the operation, and for each of its parameters and fields, to
//     sites/testdata/fields.tsv, and for each new constant to constants.tsv.
//  3. If its request has limits, add a [Limit] for each to sites/limits_test.go.
//  4. Run go test ./sites -run TestContract -record, which writes sites/testdata/requests.tsv.
//
// A test reports each of these that is missing, and where to add it. Nothing in this package
// changes.
package contract
