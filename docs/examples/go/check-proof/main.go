// Checks that a transaction and its actions, or a page of actions, are in blocks whose ids are from a node that you trust.
// The history node that answers is not trusted.
//
//	HISTORY=http://127.0.0.1:7000 go run ./check-proof <transaction id> <block id>
//	HISTORY=http://127.0.0.1:7000 go run ./check-proof 'account=alice&limit=2' <block id> <block id>
package main

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

const instantFinality = 0x80000000

var statuses = map[string]byte{"executed": 0, "soft_fail": 1, "hard_fail": 2, "delayed": 3, "expired": 4}

// hexBytes is a text of hex digits.
type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) error {
	decoded, err := hex.DecodeString(string(text))
	*b = decoded
	return err
}

type step struct{ Left, Right hexBytes }

// proof is that of get_transaction, and of a transaction on a page of get_actions.
type proof struct {
	TrxID       string `json:"trx_id"`
	BlockID     string `json:"block_id"`
	Header      hexBytes
	Reason      string
	Transaction *struct {
		Status      string
		CPU         uint32   `json:"cpu_usage_us"`
		NET         uint64   `json:"net_usage_words"`
		PackedTrx   hexBytes `json:"packed_trx"`
		Compression byte
		Prunable    hexBytes
		Path        []step
	}
	Actions []struct {
		Head, Data, Receipt hexBytes
		ReturnValue         hexBytes `json:"return_value"`
		Path                []step
	}
}

func hash(parts ...[]byte) []byte {
	sum := sha256.Sum256(bytes.Join(parts, nil))
	return sum[:]
}

// varuint is a number as 7 bits a byte, the low ones first.
func varuint(value uint64) []byte { return binary.AppendUvarint(nil, value) }

func prefixed(data []byte) []byte { return append(varuint(uint64(len(data))), data...) }

// rootOf is the root of a path. Before instant finality the first bit of a half says on which side it is.
func rootOf(leaf []byte, path []step, isPlain bool) []byte {
	node := leaf
	for _, each := range path {
		isOne := (len(each.Left) == 32) != (len(each.Right) == 32)
		require(isOne && len(each.Left)+len(each.Right) == 32, "a step of a path is not one half of 32 bytes")
		left, right := []byte(each.Left), node
		if len(each.Right) == 32 {
			left, right = node, each.Right
		}
		if !isPlain {
			left[0] &= 0x7f
			right[0] |= 0x80
		}
		node = hash(left, right)
	}
	return node
}

func require(isTrue bool, rule string) {
	if !isTrue {
		fmt.Println("not proven:", rule)
		os.Exit(1)
	}
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
}

// unpacked has the bytes of a transaction, whose hash is its id.
func unpacked(packed []byte, compression byte) []byte {
	if compression == 0 {
		return packed
	}
	unpacking, err := zlib.NewReader(bytes.NewReader(packed))
	check(err)
	whole, err := io.ReadAll(unpacking)
	check(err)
	return whole
}

// headerOf requires that the transaction, and the actions that the proof has, are in the block.
func headerOf(proof proof, id, trusted string) []byte {
	// The header: timestamp 4 bytes, producer 8, confirmed 2, previous 32, transaction root 32, action root 32, schedule 4.
	header := proof.Header
	require(len(header) >= 114, "the header is too short")
	number := binary.BigEndian.AppendUint32(nil, binary.BigEndian.Uint32(header[14:18])+1)
	blockID := append(number, hash(header)[4:]...)
	require(hex.EncodeToString(blockID) == trusted, "the header is not that of the block")
	isPlain := binary.LittleEndian.Uint32(header[110:114]) == instantFinality

	// Of a deferred transaction the block has the id alone: this program does not check those.
	if transaction := proof.Transaction; transaction != nil {
		code, isKnown := statuses[transaction.Status]
		require(isKnown, "the status is unknown")
		prunable := hash(transaction.Prunable)
		digest := hash([]byte{transaction.Compression}, prefixed(transaction.PackedTrx), prunable)
		cpu := binary.LittleEndian.AppendUint32(nil, transaction.CPU)
		leaf := hash([]byte{code}, cpu, varuint(transaction.NET), digest)
		root := rootOf(leaf, transaction.Path, isPlain)
		require(bytes.Equal(root, header[46:78]), "the transaction is not in the block")
		whole := unpacked(transaction.PackedTrx, transaction.Compression)
		require(hex.EncodeToString(hash(whole)) == id, "it is another transaction")
	}

	for _, action := range proof.Actions {
		root := rootOf(hash(action.Receipt), action.Path, false)
		require(bytes.Equal(root, header[78:110]), "an action is not in the block")
		plain := hash(action.Head, prefixed(action.Data))
		outcome := hash(prefixed(action.Data), prefixed(action.ReturnValue))
		returning := hash(hash(action.Head), outcome)
		// A receipt begins with its receiver, 8 bytes, and the digest of its action, 32 bytes.
		require(len(action.Receipt) >= 40, "a receipt is too short")
		own := action.Receipt[8:40]
		require(bytes.Equal(own, plain) || bytes.Equal(own, returning), "an action is not that of its receipt")
	}
	return header
}

func read(route, query string, document any) {
	history := os.Getenv("HISTORY")
	if history == "" {
		history = "http://127.0.0.1:7000"
	}
	answer, err := http.Get(history + "/v2/history/" + route + "?proof=true&" + query)
	check(err)
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		check(fmt.Errorf("no proof: %s", text))
	}
	check(json.NewDecoder(answer.Body).Decode(document))
}

func main() {
	asked, trusted := os.Args[1], os.Args[2:]
	if strings.Contains(asked, "=") {
		checkPage(asked, trusted)
		return
	}
	var document struct{ Proof *proof }
	read("get_transaction", "id="+asked, &document)
	require(document.Proof != nil, "the transaction is unknown")
	// No header has the id of an implicit transaction, and its receipts do not name it.
	require(document.Proof.Transaction != nil, "the block has no such transaction that was signed")
	headerOf(*document.Proof, asked, trusted[0])
	status, receipts := document.Proof.Transaction.Status, "no"
	if document.Proof.Actions != nil {
		receipts = fmt.Sprint(len(document.Proof.Actions))
	}
	fmt.Printf("proven: %s, %s receipts of actions of the block\n", status, receipts)
}
