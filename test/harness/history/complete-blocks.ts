import { bytesToHex, packTransaction, symbolCodeToValue } from '@app/antelope';
import { transactionOf } from '../../../libs/antelope/testing/transfer';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import {
  balanceRow,
  name,
  noteAction,
  SampleBlocks,
  sampleKey,
  samplePermission,
  START_MS,
  TOKEN_ABI_BYTES,
  transferAction,
} from './sample-blocks';

export const SYS = symbolCodeToValue('SYS');
export const COMPLETE_KEY = sampleKey(5);
const PROPOSED = packTransaction(
  transactionOf('2030-02-01T00:00:00', {
    account: 'sys.token',
    name: 'transfer',
    authorization: [{ actor: 'alice', permission: 'active' }],
    data: bytesToHex(transferAction('alice', 'bob', '1.0000 SYS').data),
  }),
);

const token = (account: string, symbol: string) => ({
  account: name(account),
  contract: name('sys.token'),
  symbolCode: symbolCodeToValue(symbol),
  precision: 4,
  units: 15_000n,
});

const voter = (owner: string, weight: number) => ({
  owner: name(owner),
  voter: {
    proxy: 0n,
    producers: [name('producera')],
    staked: 10_000n,
    lastVoteWeight: weight,
    proxiedVoteWeight: 0,
    isProxy: owner === 'bob',
  },
});

const balance = (owner: string, units: number) => ({
  code: name('sys.token'),
  scope: name(owner),
  table: name('accounts'),
  primaryKey: SYS,
  payer: name(owner),
  present: units !== 3,
  value: balanceRow(`${units}.5000 SYS`),
});

const schedule = (kind: 'proposed' | 'activated') => ({
  kind,
  version: 2,
  producers: [{ name: name('producera'), threshold: 1, keys: [{ key: COMPLETE_KEY, weight: 1 }] }],
});

const proposal = (text: string, globalSequence: bigint) => ({
  kind: 'proposed' as const,
  proposer: name('alice'),
  name: name(text),
  globalSequence,
  transaction: PROPOSED,
  requested: [{ actor: name('bob'), permission: name('active') }],
});

/** Blocks 2 to 6: every route has two or more entries. The largest key of a row and a scope have all 64 bits. */
export function completeBlocks(): BlockWrites[] {
  const made = new SampleBlocks();
  return [
    made.next([], {
      abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }],
      permissions: [samplePermission('alice', COMPLETE_KEY), samplePermission('bob', COMPLETE_KEY, 'alice')],
      tokens: [token('alice', 'SYS'), token('alice', 'OTH')],
      links: [
        { account: name('alice'), code: name('dex'), action: 0n, permission: name('trade') },
        {
          account: name('alice'),
          code: name('sys.token'),
          action: name('transfer'),
          permission: name('pay'),
        },
      ],
      voters: [voter('alice', 2.5), voter('bob', 7.5)],
      schedules: [schedule('proposed')],
      deltas: [balance('alice', 1), balance('bob', 1)],
    }),
    made.next([[transferAction('alice', 'bob', '1.0000 SYS')]], {
      createdAccounts: [
        { account: name('bob'), creator: name('alice'), globalSequence: 1000n },
        { account: name('carol'), creator: name('alice'), globalSequence: 1001n },
      ],
      deltas: [balance('alice', 2), balance('bob', 2)],
      schedules: [schedule('activated')],
    }),
    made.next([[noteAction('alice', 'propose'), { ...noteAction('alice', 'inline'), creator: 1 }]], {
      proposals: [proposal('first', 1003n), proposal('second', 1004n)],
      missedBlocks: [
        { producer: name('producera'), size: 12, scheduleVersion: 2, timeMs: START_MS },
        { producer: name('producerb'), size: 3, scheduleVersion: 2, timeMs: START_MS + 6_000 },
      ],
      deltas: [
        balance('alice', 3),
        {
          code: name('noabi'),
          scope: 2n ** 64n - 1n,
          table: name('things'),
          primaryKey: 2n ** 64n - 1n,
          payer: name('noabi'),
          present: true,
          value: new Uint8Array([1, 2, 255]),
        },
        {
          code: name('noabi'),
          scope: 0n,
          table: name('things'),
          primaryKey: 0n,
          payer: name('noabi'),
          present: true,
          value: new Uint8Array(),
        },
      ],
    }),
    made.next([[transferAction('bob', 'alice', '2.0000 SYS')]]),
    made.next([[{ account: 'noabi', name: 'act', actor: 'bob', data: new Uint8Array([1, 2, 255]) }]]),
  ];
}
