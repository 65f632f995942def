// Package contract holds the SDK against the two documents of the service. It has nothing but tests; what they compare with is transcribed
// from the documents by hand, so that a mistake in a struct cannot repeat itself here.
//
// # To add an operation
//
// Write its row into the table of its resource, in rows_<resource>_test.go: the name of the operation, the call as a program writes it, the
// request that must be on the wire, the status and the answer of the documents. That is all: the row is sent, decoded, encoded again and
// robbed of each key of its answer, and the negatives that hold for every operation run through the operation's first row.
//
//	{
//		op:      "Sites.Update",
//		call:    func(a args) (any, error) { return a.Sites.Update(a.ctx, a.id[0], a.id[1], sites.SiteUpdate{Title: new("Guide")}, a.opts...) },
//		request: "PATCH /v1/orgs/organization%2F1/sites/site%2F1",
//		body:    `{"title": "Guide"}`,
//		status:  200,
//		answer:  "sites/site.json",
//	},
//
// The ids are made from the template: the parameter {siteId} gets "site/1", which must come out as site%2F1. The answer is JSON or a file in
// testdata. A string such as "@spaces/space.json" in it stands for that file, so that a shape is transcribed once. Give each field of an answer
// a value other than false, 0 and "": a required one that is zero is not missed when it is dropped. A list has a walk beside its call, and its
// first row leads to another page. The first row of an operation succeeds. More rows of it have a name and show what is special: null, nothing
// set, the other status, the other arm of a union. Where fields.tsv wants null or both true and false of a parameter, there is a row for each.
// The resource of a new file is one more line in the table of row_test.go.
//
// The answer's shape and the operation's parameters are lines of testdata/fields.tsv already, which has both documents. A line is due as soon
// as its operation is in an op table; until then it is counted as not held. An exported field that no line has must be marked as beyond the
// documents.
//
// # fields.tsv
//
// Each line is a field, a query parameter or a body parameter of a table of the documents:
//
//   - document and section say where it stands; the document is "beyond" for what the documents name at most.
//   - kind is answer, query or body, or none for a shape that no operation of the documents shows.
//   - of is the operation (method and path), or the shape whose field it is.
//   - path is the field: a.b for a member, a[] for the elements of a list, a.* for the members that have no line of their own, a lone dot for the answer itself.
//   - need is req or opt where the documents say so.
//   - values are JSON values that must each be seen, such as null or both true and false.
//   - shape is what the field is made of: a shape, or "List of" one.
//
// A query or body line holds when a row sends it. An answer line holds when a row's answer has it and dropping it changes an exported Go
// field that is not the catch-all for unknown members.
package contract
