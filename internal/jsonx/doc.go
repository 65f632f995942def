// Package jsonx encodes and decodes the SDK's JSON. Only this package imports
// go-json-experiment/json, which is called the library below.
//
// # A response is read once, unless something is wrong with it
//
// [Decode] uses the library to decode a response into a value. Most responses need nothing else.
// Further passes find the problems of the other responses, so that only these responses pay for the
// passes:
//
//   - A value whose type differs from that of its field is a [Mismatch]. The library stops at the
//     first mismatch. If the mismatch is below the root, Decode begins again with the options goOn,
//     with which the library continues after a mismatch. The library then changes pointers and
//     numbers that do not fit, and three functions undo these changes (pointer.go, number.go). The
//     mismatch contains the names of types as a caller writes them (terms.go).
//   - [FindMissing] looks for missing required values in two steps. First, it examines whether a
//     relevant part of the decoded value is empty. If so, it reads the JSON again, with a search
//     that distinguishes absent, null and empty values. The tag response determines what is
//     required (missing.go).
//
// [UnmarshalUser] and [MarshalUser] decode and encode values of the caller's own types with
// encoding/json. A generic type of the SDK may contain a type of the SDK or of the caller, and uses
// [MarshalEither].
//
// # Types with methods are decoded in place
//
// Exported types have UnmarshalJSON methods, so that encoding/json gives the same result. The
// library would call such a method with the bytes of the value, and the method would scan the bytes
// again. In a tree, each level would scan all levels below it. The methods therefore call a
// [Codec], which gives the library a function for each of its types. The function decodes in place
// from the library's decoder. It decodes into the same type without methods, which the code calls
// plain:
//
//   - [Tree] is a type that can contain itself.
//   - [Leaf] is a type that cannot contain itself. It costs less than a tree.
//   - [Choice] is a union. Before it decodes the value, it looks ahead in the JSON and selects the
//     variant (value.go). [Kinds] is a union whose variants are one struct.
//
// A union looks at most 4 KiB ahead through objects and arrays. If the field that selects the
// variant comes later, decoding stops with errBehind. One scan then finds the ends of all objects
// and arrays, and decoding begins again. With these ends, looking ahead needs no scan.
//
// Within a codec, the library must not continue after a mismatch, because it would scan a tree
// again at each level. Instead, the codec replaces the value that does not fit with null and begins
// again. It does so at most 16 times, and then lets the library continue. It also lets the library
// continue if the null would change more than the value, such as the variant of a union.
//
// # What is kept as JSON
//
// The JSON of an unknown variant is kept in a field called Raw ([Value.Keep]). Unknown fields are
// kept in a map with the tag ",embed", which is called Extra. A field of the type api.Raw keeps any
// JSON. All of this is sent back unchanged. If Extra contains the name of a known field, encoding
// returns an error, because the JSON would contain the name twice (extra.go).
//
// If a body replaces a resource, the code changes the JSON of the resource and not a Go value, so
// that everything that the Go type does not know is kept. [Changed] applies the differences between
// two encodings of a Go value to the JSON, and [Merge] adds fields (changed.go).
//
// # What a change must keep
//
//   - Each pass scans the JSON a constant number of times, at any depth, unless the library
//     continues after a mismatch within a codec. Benchmarks verify this with documents of one, two
//     and four times a size: the time must grow in proportion to the size.
//   - A codec is a package variable that sets only New. If its initializer called a function, the
//     linker would keep all codecs in every program.
//   - No decoded value refers to the bytes of a response, because their buffer is reused. Kept JSON
//     is a copy.
//   - Duplicate names and invalid UTF-8 in a response never make a call fail.
package jsonx
