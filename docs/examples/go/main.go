// Transfers BTC with Go: the gateway composes, this program signs.
//
//	GATEWAY=http://127.0.0.1:3000 CHAIN=http://127.0.0.1:8888 go run .
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

var (
	gateway = setting("GATEWAY", "http://127.0.0.1:3000")
	chain   = setting("CHAIN", "http://127.0.0.1:8888")
)

type proposal struct {
	Summary     any
	Simulation  struct{ Status string }
	Next        string
	Transaction struct {
		PackedTrx     string `json:"packed_trx"`
		ChainID       string `json:"chain_id"`
		SigningDigest string `json:"signing_digest"`
	}
}

func main() {
	key, err := developmentKey("alice")
	check(err)
	var composed proposal
	var signature []byte
	// About half of all signatures are not canonical, and the chain refuses them. Another proposal has another digest.
	for !isCanonical(signature) {
		input := map[string]any{"from": "alice", "to": "bob", "symbol": "BTC", "amount": "0.0001"}
		check(tool("transfer", input, &composed))
		digest, err := signingDigest(composed)
		check(err)
		if hex.EncodeToString(digest) != composed.Transaction.SigningDigest {
			log.Fatal("the digest is not of these bytes")
		}
		// The recovery id (31 to 34), r and s.
		signature = ecdsa.SignCompact(key, digest, true)
	}
	fmt.Println(composed.Summary)
	if composed.Simulation.Status != "ok" {
		log.Fatal(composed.Next)
	}
	var pushed struct {
		Status        string
		TransactionID string `json:"transaction_id"`
	}
	signed := map[string]any{
		"signatures": []string{hex.EncodeToString(signature)},
		"packed_trx": composed.Transaction.PackedTrx,
	}
	check(tool("push_transaction", map[string]any{"signed_tx": signed}, &pushed))
	fmt.Println(pushed.Status, pushed.TransactionID)
}

// signingDigest is SHA-256 over the chain id, the packed bytes, and 32 zero bytes (no context-free data).
func signingDigest(composed proposal) ([]byte, error) {
	id, err := hex.DecodeString(composed.Transaction.ChainID)
	if err != nil {
		return nil, err
	}
	packed, err := hex.DecodeString(composed.Transaction.PackedTrx)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(bytes.Join([][]byte{id, packed, make([]byte, 32)}, nil))
	return digest[:], nil
}

func isCanonical(signature []byte) bool {
	if len(signature) != 65 {
		return false
	}
	for _, start := range []int{1, 33} {
		if signature[start] >= 0x80 || (signature[start] == 0 && signature[start+1] < 0x80) {
			return false
		}
	}
	return true
}

func tool(name string, input any, answer any) error {
	body, err := json.Marshal(input)
	if err != nil {
		return err
	}
	response, err := http.Post(gateway+"/v1/tools/"+name, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		var refusal struct{ Error string }
		if err := json.NewDecoder(response.Body).Decode(&refusal); err != nil {
			return fmt.Errorf("%s: HTTP %d", name, response.StatusCode)
		}
		return fmt.Errorf("%s: %s", name, refusal.Error)
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

// developmentKey asks a development chain. On a real network the key comes from your own key store.
func developmentKey(account string) (*secp256k1.PrivateKey, error) {
	response, err := http.Get(chain + "/devchain/accounts")
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var accounts []struct {
		Name string
		Key  string `json:"private_key_hex"`
	}
	if err := json.NewDecoder(response.Body).Decode(&accounts); err != nil {
		return nil, err
	}
	for _, each := range accounts {
		if each.Name == account {
			secret, err := hex.DecodeString(each.Key)
			return secp256k1.PrivKeyFromBytes(secret), err
		}
	}
	return nil, fmt.Errorf("there is no account %s", account)
}

func setting(name, preset string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return preset
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
