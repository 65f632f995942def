// Package jsonx encodes and decodes the SDK's JSON. It alone imports go-json-experiment/json, "the
// library" below.
//
// # A response is read once, unless something is wrong with it
//
// [Decode] lets the library decode a response into a value. That is all for most responses. What is
// wrong with the others is found by further passes, for which only they pay:
//
//   - A value of another type than its field is a [Mismatch]. The library stops at the first one.
//     If it is below the root, Decode begins again with the options goOn, with which the library
//     goes on. Three functions undo what it does there to pointers and numbers that do not fit
//     (pointer.go, number.go). The mismatch names types as a caller writes them (terms.go).
//   - What is absent, though it is required, is looked for by [FindMissing], in two steps. The
//     decoded value shows whether anything that counts is empty. Only then the JSON is read again,
//     by a search that knows absent, null and empty apart. The tag response says what is required
//     (missing.go).
//
// Values of a caller's own type are decoded and encoded by encoding/json, in [UnmarshalUser] and
// [MarshalUser]. A generic type of the SDK, which may contain either, asks [MarshalEither].
//
// # Types with methods are decoded in place
//
// Exported types have UnmarshalJSON methods, so that encoding/json gives the same result. The
// library would call such a method with the bytes of its value, and the method would scan them
// again. In a tree, each level would scan all levels below it. So the methods call a [Codec], which
// gives the library a function for each type that it contains. The function decodes from the
// library's decoder in place, into the same type without its methods, which is called plain in the
// code:
//
//   - [Tree] is a type that can contain itself.
//   - [Leaf] is one that cannot. It costs less than a tree.
//   - [Choice] is a union. Before the value is decoded, it chooses the arm by looking ahead in the
//     JSON (value.go).
//
// A union looks at most 4 KiB ahead through objects and arrays. If the field that decides stands
// behind more, decoding stops with errBehind and begins again with the ends of all objects and
// arrays, which one scan has found. Then looking ahead costs no scan at all.
//
// Within a codec the library must not go on after a mismatch either: it would scan a tree again at
// each level. The codec replaces the value that does not fit with a null and begins again, at most
// 16 times, and lets the library go on only after that.
//
// # What is kept as JSON
//
// An arm that is unknown keeps its JSON in a field called Raw ([Value.Keep]), fields that are
// unknown are kept in a map tagged ",embed", which is called Extra, and a field of the type api.Raw
// keeps whatever it is. All of them are sent back unchanged. An Extra that contains the name of a
// known field is an error, since the JSON would have the name twice (extra.go).
//
// A body that replaces what the service has is changed as JSON, not as a Go value: [Changed]
// applies to the JSON that the service sent the differences between two encodings of a Go value,
// and [Merge] adds fields. All that the Go type does not know stays (changed.go).
//
// # What a change must keep
//
//   - Each pass scans the JSON a constant number of times, at any depth. Benchmarks with documents
//     of one, two and four times a size show it: the time must grow as the size does.
//   - A codec is a package variable with nothing but New. With a call in its initializer, the
//     linker would keep all codecs in every program.
//   - No decoded value refers to the bytes of a response, since their buffer is used again. What is
//     kept is copied.
//   - Duplicate names and invalid UTF-8 of a service fail no call.
package jsonx
