import { ABI, Serializer } from '@wharfkit/antelope';
import { nameToValue, symbolToValue } from '@app/antelope';
import type { ActionWrite } from '../../../apps/history/src/derive/action-writes';
import type { AbiWrite, BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { actionFields } from '../../../apps/history/src/derive/action-fields';
import { Random } from '../../../apps/history/src/store/testing/random';
import { randomChain } from '../store/random-chain';

/** A transfer as SQL has to show it. */
export interface WantedTransfer {
  readonly block: number;
  readonly globalSequence: bigint;
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  readonly precision: number;
  readonly symbol: string;
  readonly memo: Buffer;
}

const abiOf = (...fields: (readonly [name: string, type: string])[]): Uint8Array =>
  Serializer.encode({
    object: ABI.from({
      structs: [{ name: 'transfer', base: '', fields: fields.map(([name, type]) => ({ name, type })) }],
      actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
    }),
  }).array;

const TOKEN_ABI = abiOf(['from', 'name'], ['to', 'name'], ['quantity', 'asset'], ['memo', 'string']);
/** By this one the first name is the receiver. */
const SWAPPED_ABI = abiOf(['to', 'name'], ['from', 'name'], ['quantity', 'asset'], ['memo', 'string']);
/** By this one there is no quantity. */
const RENAMED_ABI = abiOf(['from', 'name'], ['to', 'name'], ['amount', 'asset'], ['memo', 'string']);

/** ABIs of the contracts, by the part of the chain at whose start they are set. */
const ABIS: Readonly<Record<string, Readonly<Record<number, Uint8Array>>>> = {
  'eosio.token': { 0: TOKEN_ABI },
  noabi: {},
  swapped: { 0: SWAPPED_ABI },
  renamed: { 0: RENAMED_ABI },
  changing: { 1: TOKEN_ABI, 2: RENAMED_ABI, 3: new Uint8Array() },
};
const PARTS = 4;
/** Blocks without a transfer, more than two ranges of the specs have. */
const QUIET = { from: 8, to: 16 };
const ACCOUNTS = ['alice', 'bob', 'carol', 'dave', 'zzzzzzzzzzzzj'];
const SYMBOLS = ['4,EOS', '0,WHOLE', '18,DEEP', '8,BTC'];
const MOST = 2n ** 62n - 1n;
const MEMOS = ['', 'hello', 'a\tb\nc\\d\re', `'; DROP TABLE transfer; --`, '10-20', 'ünïcode ☃'].map((memo) =>
  Buffer.from(memo),
);
const BROKEN_TEXT = Buffer.from([0xff, 0xfe, 0x00, 0x41]);

function packed(from: string, to: string, units: bigint, symbol: string, memo: Buffer): Uint8Array {
  const data = Buffer.alloc(33);
  data.writeBigUInt64LE(nameToValue(from), 0);
  data.writeBigUInt64LE(nameToValue(to), 8);
  data.writeBigInt64LE(units, 16);
  data.writeBigUInt64LE(symbolToValue(symbol), 24);
  data.writeUInt8(memo.length, 32);
  return new Uint8Array(Buffer.concat([data, memo]));
}

/** Which of the ABIs shows a transfer with the members of its bytes; undefined: there is none. */
const isShown = (abi: Uint8Array | undefined, from: string, to: string): boolean =>
  abi === undefined || abi.length === 0 || abi === TOKEN_ABI || (abi === SWAPPED_ABI && from === to);

/** Blocks with transfers of several kinds of contracts, and those of them that SQL has to show. */
export function transferChain(
  length: number,
  seed: number,
): { readonly blocks: BlockWrites[]; readonly wanted: WantedTransfer[] } {
  const random = new Random(seed);
  const wanted: WantedTransfer[] = [];
  const current = new Map<string, Uint8Array>();
  const blocks = randomChain(length, seed).map((writes, index): BlockWrites => {
    const part = Math.floor((index * PARTS) / length);
    const isFirst = index === 0 || part !== Math.floor(((index - 1) * PARTS) / length);
    // Valid from the actions of this block on.
    const abis = isFirst ? abisOf(part, (writes.actions[0]?.globalSequence ?? 1n) - 1n, current) : [];
    const isQuiet = index >= QUIET.from && index < QUIET.to;
    const actions = writes.actions.map((action) =>
      isQuiet ? withoutTransfer(action) : changed(random, action, writes.block.num, current, wanted),
    );
    return { ...writes, actions, abis };
  });
  return { blocks, wanted };
}

function abisOf(part: number, globalSequence: bigint, current: Map<string, Uint8Array>): AbiWrite[] {
  return Object.entries(ABIS).flatMap(([contract, byPart]) => {
    const abi = byPart[part];
    if (abi === undefined) return [];
    current.set(contract, abi);
    return [{ account: nameToValue(contract), globalSequence, abi }];
  });
}

function changed(
  random: Random,
  action: ActionWrite,
  block: number,
  current: ReadonlyMap<string, Uint8Array>,
  wanted: WantedTransfer[],
): ActionWrite {
  const contract = random.pick(Object.keys(ABIS));
  const [from, to] = [random.pick(ACCOUNTS), random.pick(ACCOUNTS)];
  const text = random.pick(SYMBOLS);
  const units = random.pick([MOST, MOST, 1n, 0n, -5n, BigInt(random.below(1_000_000))]);
  const [account, name] = [nameToValue(contract), nameToValue('transfer')];
  const abi = current.get(contract);
  // A text that is not UTF-8 is shown by its bytes where no ABI decodes it.
  const memo = random.pick(abi === undefined ? [...MEMOS, BROKEN_TEXT] : MEMOS);
  const [precision = '', symbol = ''] = text.split(',');
  const kind = random.below(10);
  const transfer = packed(from, to, units, text, memo);
  const data = kind === 0 ? random.bytes(random.below(60)) : kind === 1 ? longer(transfer) : transfer;
  if (kind > 1 && isShown(abi, from, to))
    wanted.push({
      ...{ block, globalSequence: action.globalSequence, contract, from, to, units },
      ...{ precision: Number(precision), symbol, memo },
    });
  return { ...action, account, name, data, fields: actionFields(account, name, data) };
}

function withoutTransfer(action: ActionWrite): ActionWrite {
  const name = nameToValue('open');
  return { ...action, name, fields: actionFields(action.account, name, action.data) };
}

/** A byte behind the text: the bytes are not those of a transfer. */
const longer = (data: Uint8Array): Uint8Array => Uint8Array.of(...data, 1);
