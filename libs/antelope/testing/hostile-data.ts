import { hexToBytes } from '../src/bytes/hex';
import { nameToValue } from '../src/values/names';

/** Data of a system action, as any account may send it. */
export interface HostileData {
  readonly title: string;
  readonly account: string;
  readonly name: string;
  readonly data: Uint8Array;
  /** The ABI of alice that a node has afterwards; undefined: the action is no setabi that a node executes. */
  readonly abi?: Uint8Array;
}

const ALICE = Buffer.alloc(8);
ALICE.writeBigUInt64LE(nameToValue('alice'));

const setabi = (title: string, length: string, abi?: string): HostileData => ({
  ...{ title, account: 'eosio', name: 'setabi' },
  data: Buffer.concat([ALICE, hexToBytes(length), hexToBytes(abi ?? '7b')]),
  ...(abi === undefined ? {} : { abi: hexToBytes(abi) }),
});
const other = (title: string, account: string, name: string, hex: string): HostileData => ({
  ...{ title, account, name },
  data: hexToBytes(hex),
});

/** Data that nodes execute, and data that only another contract of that name executes. No follower may fail by it. */
export const HOSTILE_DATA: readonly HostileData[] = [
  setabi('a length of an ABI in two bytes', '8100', '7b'),
  setabi('a length of an ABI in five bytes', '8180808000', '7b'),
  setabi('a length of an ABI with bits above the 32nd', '81808080f0', '7b'),
  setabi('no ABI with a length in four bytes', '80808000', ''),
  setabi('an ABI that is longer than its bytes', 'ffffffff0f'),
  other('a setabi that ends within its length', 'eosio', 'setabi', `${ALICE.toString('hex')}80`),
  other('a setabi without data', 'eosio', 'setabi', ''),
  other('a setabi of half an account', 'eosio', 'setabi', '01020304'),
  other('a newaccount without data', 'eosio', 'newaccount', ''),
  other('a newaccount of one account', 'eosio', 'newaccount', '00'.repeat(8)),
  ...['updateauth', 'buyram', 'buyrambytes', 'delegatebw', 'undelegatebw'].map((name) =>
    other(`a ${name} of one byte`, 'eosio', name, 'ff'),
  ),
  ...['propose', 'approve', 'unapprove', 'exec', 'cancel'].map((name) =>
    other(`a ${name} of one byte`, 'eosio.msig', name, 'ff'),
  ),
  other('a propose with a count in two bytes', 'eosio.msig', 'propose', `${'00'.repeat(16)}8000`),
  other('a propose of 4,294,967,295 levels', 'eosio.msig', 'propose', `${'00'.repeat(16)}ffffffff0f`),
  other('a transfer without data', 'eosio.token', 'transfer', ''),
  other(
    'a transfer with a length of its memo in two bytes',
    'eosio.token',
    'transfer',
    `${'00'.repeat(16)}01000000000000000442544300000000810061`,
  ),
];
