import { sha256 } from '@app/antelope';
import { struct } from '../../kernel/sdk/abi/containers';
import { uint16, uint32, uint64 } from '../../kernel/sdk/abi/integers';
import { asset, checksum256, name, string, timePointSec } from '../../kernel/sdk/abi/scalars';
import { bytesKey } from '../../kernel/sdk/index-keys';
import { type RowOf, table } from '../../kernel/sdk/table';
import { idKey, nameIndex, nameKey, onlyRowKey } from '../shared/table-keys';

// Both bridges have these tables; only the BTC bridge has the last one. The scope is the bridge, unless stated otherwise.

/** Key of an address in the index `address`. */
export function addressKey(address: string): bigint {
  return bytesKey(sha256(Buffer.from(address, 'utf8')));
}

/** Deposit addresses of accounts (BTC bridge) or of vaults. */
export const depositAddressesTable = table({
  name: 'accounts',
  row: struct('address', { account: name, btc_address: string }),
  primaryKey: nameKey('account'),
  indexes: [{ name: 'address', kind: 'sha256', key: (row) => addressKey(row.btc_address) }],
});

/** Key of a payment in the index `payment`: one transaction may pay to several addresses. */
export function paymentKey({
  txid,
  btc_address: address,
}: {
  readonly txid: string;
  readonly btc_address: string;
}): bigint {
  return addressKey(`${txid} ${address}`);
}

/** Payments from Bitcoin; scopes `pending` and `confirmed`. */
export const pegInsTable = table({
  name: 'txhistory',
  row: struct('pegin', {
    id: uint64,
    account: name,
    btc_address: string,
    quantity: asset,
    txid: checksum256,
    /** Bitcoin height at which the payment was reported. Every later block is one confirmation. */
    btc_height: uint32,
    seen_at: timePointSec,
    /** 1970-01-01T00:00:00 while it is pending. */
    confirmed_at: timePointSec,
  }),
  primaryKey: idKey,
  indexes: [{ name: 'payment', kind: 'sha256', key: paymentKey }],
});
export type PegInRow = RowOf<typeof pegInsTable>;

/** Payments to Bitcoin; scopes `review`, `pending`, `completed` and `canceled`. */
export const pegOutsTable = table({
  name: 'ptxhistory',
  row: struct('pegout', {
    id: uint64,
    account: name,
    btc_address: string,
    /** Amount sent to the bridge: `tx_fee + miner_fee + net_amount`. */
    quantity: asset,
    tx_fee: asset,
    miner_fee: asset,
    net_amount: asset,
    fee_version: uint32,
    /** 64 hex digits; empty while it is not on the Bitcoin chain. */
    txid: string,
    btc_height: uint32,
    requested_at: timePointSec,
    updated_at: timePointSec,
    /** Why it is in review or was canceled. */
    reason: string,
  }),
  primaryKey: idKey,
  indexes: [nameIndex('account')],
});
export type PegOutRow = RowOf<typeof pegOutsTable>;

export const feeMembers = {
  tx_fee_bps: uint16,
  tx_fee_min: asset,
  tx_fee_max: asset,
  miner_fee: asset,
  /** The smallest amount that can be sent. */
  minimum: asset,
  /** Amounts from here on are reviewed before they are sent. */
  review_from: asset,
};

/** All fees since the start; the highest version is in force. */
export const feesTable = table({
  name: 'feeconfig',
  row: struct('fees', { fee_version: uint32, ...feeMembers, valid_from: timePointSec }),
  primaryKey: ({ fee_version: version }) => BigInt(version),
});
export type FeeRow = RowOf<typeof feesTable>;

/** Last ids of payments, in both directions: one row. */
export const countersTable = table({
  name: 'counters',
  row: struct('counter', { peg_ins: uint64, peg_outs: uint64 }),
  primaryKey: onlyRowKey,
});

/** The simulated Bitcoin: one row. Only the BTC bridge has it. */
export const bitcoinTable = table({
  name: 'bitcoin',
  row: struct('bitcoinrow', { height: uint32, payments: uint64 }),
  primaryKey: onlyRowKey,
});
