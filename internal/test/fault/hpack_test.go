package fault

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeaderBlocksOfTheRFCAreDecoded decodes the requests of RFC 7541, appendix C.3 and C.4.
func TestHeaderBlocksOfTheRFCAreDecoded(t *testing.T) {
	t.Parallel()
	want := [][]field{
		{{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {":authority", "www.example.com"}},
		{{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {":authority", "www.example.com"}, {"cache-control", "no-cache"}},
		{{":method", "GET"}, {":scheme", "https"}, {":path", "/index.html"}, {":authority", "www.example.com"}, {"custom-key", "custom-value"}},
	}
	for name, blocks := range map[string][]string{
		"plain": {
			"828684410f7777772e6578616d706c652e636f6d",
			"828684be58086e6f2d6361636865",
			"828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
		},
		"Huffman-coded": {
			"828684418cf1e3c2e5f23a6ba0ab90f4ff",
			"828684be5886a8eb10649cbf",
			"828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reader := newHeaderReader()
			for i, text := range blocks {
				block, err := hex.DecodeString(text)
				require.NoError(t, err)
				got, err := reader.read(block)
				require.NoError(t, err)
				require.Equal(t, want[i], got)
			}
			require.Equal(t, 164, reader.size)
			block, err := hex.DecodeString("3f2182") // the table shrinks to 64 bytes, which fit the last field only
			require.NoError(t, err)
			_, err = reader.read(block)
			require.NoError(t, err)
			require.Equal(t, []field{{"custom-key", "custom-value"}}, reader.dynamic)
		})
	}
}

func TestEachByteHasItsOwnCode(t *testing.T) {
	t.Parallel()
	require.Len(t, staticTable, 62)
	require.Len(t, codeLengths, 256)
	seen := map[int]bool{}
	for _, node := range huffmanTree {
		for _, next := range node {
			if next < 0 {
				seen[^next] = true
			}
		}
	}
	require.Len(t, seen, 256)
}

func TestHeaderBlockIsDecodedAsEncoded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	got, err := newHeaderReader().read(headerBlock(502, []string{"Content-Type", "text/html", "X-Long", long}))
	require.NoError(t, err)
	require.Equal(t, []field{{":status", "502"}, {"content-type", "text/html"}, {"x-long", long}}, got)
}

func TestMalformedHeaderBlockIsAnError(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"80", "ff", "be", "ffffffffffff", "40", "4003", "400a61", "0f", "00016101", "3fffffffff"} {
		block, err := hex.DecodeString(text)
		require.NoError(t, err)
		_, err = newHeaderReader().read(block)
		require.ErrorIs(t, err, errHeaderBlock, text)
	}
}
