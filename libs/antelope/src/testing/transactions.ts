import fc from 'fast-check';
import { bytesToHex } from '../bytes/hex';
import type { PackedAction, Transaction } from '../transactions/transaction';
import { nameFromValue } from '../values/names';
import { formatTimePointSec } from '../values/times';

const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const name = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(nameFromValue);
const plain = { noNullPrototype: true };
const data = fc.uint8Array({ maxLength: 200 }).map(bytesToHex);
const authorization = fc.record({ actor: name, permission: name }, plain);
const action: fc.Arbitrary<PackedAction> = fc.record(
  { account: name, name, authorization: fc.array(authorization, { maxLength: 3 }), data },
  plain,
);

/** Whole transactions with every member anywhere in its range. */
export const TRANSACTIONS: fc.Arbitrary<Transaction> = fc.record(
  {
    expiration: uint32.map(formatTimePointSec),
    ref_block_num: fc.integer({ min: 0, max: 0xffff }),
    ref_block_prefix: uint32,
    max_net_usage_words: uint32,
    max_cpu_usage_ms: fc.integer({ min: 0, max: 0xff }),
    delay_sec: uint32,
    context_free_actions: fc.array(action, { maxLength: 2 }),
    actions: fc.array(action, { maxLength: 4 }),
    transaction_extensions: fc.array(fc.tuple(fc.integer({ min: 0, max: 0xffff }), data), { maxLength: 2 }),
  },
  plain,
);

/** A transfer as agents send it. */
export const TRANSFER: Transaction = {
  expiration: '2030-01-31T12:00:00',
  ref_block_num: 4660,
  ref_block_prefix: 305419896,
  max_net_usage_words: 0,
  max_cpu_usage_ms: 0,
  delay_sec: 0,
  context_free_actions: [],
  actions: [
    {
      account: 'btc.token',
      name: 'transfer',
      authorization: [{ actor: 'alice', permission: 'active' }],
      data: '0000000000855c340000000000000e3d1027000000000000044142430000000002' + '6869',
    },
  ],
  transaction_extensions: [],
};
