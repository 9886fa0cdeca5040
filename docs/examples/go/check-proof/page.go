package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"
)

// shownAction has the members of an action of get_actions that are proven. Its data is proven as bytes.
type shownAction struct {
	AtTimestamp string `json:"@timestamp"`
	Timestamp   string
	BlockNum    uint32 `json:"block_num"`
	BlockID     string `json:"block_id"`
	TrxID       string `json:"trx_id"`
	Act         struct {
		Account, Name string
		Authorization []struct{ Actor, Permission string }
	}
	Receipts []struct {
		Receiver       string
		GlobalSequence uint64 `json:"global_sequence"`
		RecvSequence   uint64 `json:"recv_sequence"`
		AuthSequence   []struct {
			Account  string
			Sequence uint64
		} `json:"auth_sequence"`
	}
	CPU            uint32 `json:"cpu_usage_us"`
	NET            uint64 `json:"net_usage_words"`
	GlobalSequence uint64 `json:"global_sequence"`
	Producer       string
	Ordinal        int `json:"action_ordinal"`
	Creator        int `json:"creator_action_ordinal"`
}

// place names a transaction in a block.
type place struct{ trxID, blockID string }

type proven struct {
	proof  proof
	header []byte
}

func uint64Of(value uint64) []byte { return binary.LittleEndian.AppendUint64(nil, value) }

// nameOf packs a name of up to 12 letters of 5 bits each, the first ones high; a thirteenth has 4 bits.
func nameOf(text string) []byte {
	var value uint64
	for at := 0; at < 13; at++ {
		letter := 0
		if at < len(text) {
			letter = strings.IndexByte(".12345abcdefghijklmnopqrstuvwxyz", text[at])
		}
		require(letter >= 0, "a name has another letter")
		bits := 5
		if at == 12 {
			bits = 4
		}
		value = value<<bits | uint64(letter)
	}
	return uint64Of(value)
}

// ownHeads has account, name and authorization of the actions that a transaction has itself: the context-free ones first.
func ownHeads(transaction []byte) [][]byte {
	// Expiration and reference block have 10 bytes, CPU has one; NET and delay are numbers like those of lists.
	at := 10
	number := func() int {
		value, length := binary.Uvarint(transaction[at:])
		at += length
		return int(value)
	}
	number()
	at++
	number()
	var heads [][]byte
	for list := 0; list < 2; list++ {
		for left := number(); left > 0; left-- {
			start := at
			at += 16
			levels := number()
			at += 16 * levels
			heads = append(heads, transaction[start:at])
			length := number()
			at += length
		}
	}
	return heads
}

// requireOwn requires that a transaction has an action itself. Without a root over actions, nothing else of it is proven.
func requireOwn(action shownAction, head []byte, proof proof) {
	require(proof.Transaction != nil && action.Creator == 0, proof.Reason)
	require(proof.Transaction.Status == "executed", "the transaction was not executed")
	heads := ownHeads(unpacked(proof.Transaction.PackedTrx, proof.Transaction.Compression))
	isOwn := action.Ordinal > 0 && action.Ordinal <= len(heads) && bytes.Equal(heads[action.Ordinal-1], head)
	require(isOwn, "the transaction has another action")
}

// requireShown requires that an action of a page is as its proof and the header say.
func requireShown(action shownAction, found proven) {
	proof, header := found.proof, found.header
	halfSeconds := binary.LittleEndian.Uint32(header[0:4])
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	at := start.Add(time.Duration(halfSeconds) * 500 * time.Millisecond).Format("2006-01-02T15:04:05.000")
	require(action.Timestamp == at && action.AtTimestamp == at, "an action has another time")
	require(bytes.Equal(nameOf(action.Producer), header[4:12]), "an action has another producer")
	number := binary.BigEndian.Uint32(header[14:18]) + 1
	require(action.BlockNum == number, "an action has another block number")
	isImplicit := action.Act.Account == "eosio" && action.Act.Name == "onblock"
	require(proof.Transaction != nil || isImplicit, "an action has no transaction")
	if usage := proof.Transaction; usage != nil {
		require(action.CPU == usage.CPU && action.NET == usage.NET, "an action has another usage")
	}
	head := append(nameOf(action.Act.Account), nameOf(action.Act.Name)...)
	head = append(head, varuint(uint64(len(action.Act.Authorization)))...)
	for _, level := range action.Act.Authorization {
		head = append(append(head, nameOf(level.Actor)...), nameOf(level.Permission)...)
	}
	if proof.Actions == nil {
		requireOwn(action, head, proof)
		return
	}
	require(len(action.Receipts) > 0, "an action has no receipt")
	require(action.Receipts[0].GlobalSequence == action.GlobalSequence, "an action has another sequence")
	var data hexBytes
	for index, receipt := range action.Receipts {
		rest := append(uint64Of(receipt.GlobalSequence), uint64Of(receipt.RecvSequence)...)
		rest = append(rest, varuint(uint64(len(receipt.AuthSequence)))...)
		for _, each := range receipt.AuthSequence {
			rest = append(append(rest, nameOf(each.Account)...), uint64Of(each.Sequence)...)
		}
		isFound := false
		for _, leaf := range proof.Actions {
			// The digest of the action is between the two, the versions of code and ABI are behind them.
			isOwn := bytes.HasPrefix(leaf.Receipt, nameOf(receipt.Receiver)) && bytes.HasPrefix(leaf.Receipt[40:], rest)
			if !isOwn {
				continue
			}
			isFound = true
			require(bytes.Equal(leaf.Head, head), "an action is not that of its receipts")
			require(index == 0 || bytes.Equal(leaf.Data, data), "receipts of an action have other data")
			data = leaf.Data
		}
		require(isFound, "a receipt of an action is not proven")
	}
}

// checkPage checks all actions of a page of get_actions.
func checkPage(query string, trusted []string) {
	var page struct {
		Actions []shownAction
		Proofs  []proof
	}
	read("get_actions", query, &page)
	found, blocks := map[place]proven{}, map[string]bool{}
	for _, each := range page.Proofs {
		require(slices.Contains(trusted, each.BlockID), "block "+each.BlockID+" is none of those that are trusted")
		found[place{each.TrxID, each.BlockID}] = proven{each, headerOf(each, each.TrxID, each.BlockID)}
		blocks[each.BlockID] = true
	}
	bare := 0
	for _, action := range page.Actions {
		own, isProven := found[place{action.TrxID, action.BlockID}]
		require(isProven, "an action has no proof")
		requireShown(action, own)
		if own.proof.Actions == nil {
			bare++
		}
	}
	fmt.Printf("proven: %d actions in %d blocks, %d without receipts\n", len(page.Actions), len(blocks), bare)
}
