// Checks that a transaction and its actions, or a page of actions, are in blocks whose ids are from a node that you trust.
// The history node that answers is not trusted.                                                                 (Node 24)
//   HISTORY=http://127.0.0.1:7000 node check-proof.mts <transaction id> <block id>
//   HISTORY=http://127.0.0.1:7000 node check-proof.mts 'account=alice&limit=2' <block id> <block id>
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

type Step = { readonly left: string } | { readonly right: string };
/** Of get_transaction, and of a transaction on a page of get_actions. */
interface Proof {
  readonly trx_id?: string;
  readonly block_id: string;
  readonly header: string;
  readonly transaction: {
    readonly status: string;
    readonly cpu_usage_us: number;
    readonly net_usage_words: number;
    readonly compression: number;
    readonly packed_trx: string;
    readonly prunable: string;
    readonly path: readonly Step[];
  } | null;
  readonly actions:
    | readonly {
        readonly head: string;
        readonly data: string;
        readonly return_value: string;
        readonly receipt: string;
        readonly path: readonly Step[];
      }[]
    | null;
  readonly reason?: string;
}
/** The members of an action of get_actions that are proven. Its data is proven as bytes: see `data` of the proof. */
interface ShownAction {
  readonly '@timestamp': string;
  readonly timestamp: string;
  readonly block_num: number;
  readonly block_id: string;
  readonly trx_id: string;
  readonly act: {
    readonly account: string;
    readonly name: string;
    readonly authorization: readonly { readonly actor: string; readonly permission: string }[];
  };
  readonly receipts: readonly {
    readonly receiver: string;
    readonly global_sequence: number;
    readonly recv_sequence: number;
    readonly auth_sequence: readonly { readonly account: string; readonly sequence: number }[];
  }[];
  readonly cpu_usage_us: number;
  readonly net_usage_words: number;
  readonly global_sequence: number;
  readonly producer: string;
  readonly action_ordinal: number;
  readonly creator_action_ordinal: number;
}

const STATUS = ['executed', 'soft_fail', 'hard_fail', 'delayed', 'expired'];
const INSTANT_FINALITY = 0x80000000;
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** A number as 7 bits a byte, the low ones first. */
function varuint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}
const prefixed = (bytes: Buffer): Buffer => Buffer.concat([varuint(bytes.length), bytes]);
/** The root that a path leads to. Before instant finality the first bit of a half says on which side it is. */
function rootOf(leaf: Buffer, path: readonly Step[], isPlain: boolean): string {
  let node = leaf;
  for (const step of path) {
    const [[side, text] = ['', ''], ...others] = Object.entries(step) as [string, string][];
    const isHalf = (side === 'left' || side === 'right') && hex(text).length === 32 && others.length === 0;
    require(isHalf, 'a step of a path is not one half of 32 bytes');
    const halves = side === 'left' ? [hex(text), node] : [node, hex(text)];
    const [left, right] = halves.map((half) => Buffer.from(half)) as [Buffer, Buffer];
    if (!isPlain) {
      left[0]! &= 0x7f;
      right[0]! |= 0x80;
    }
    node = sha256(left, right);
  }
  return node.toString('hex');
}

function require(isTrue: boolean, rule: string): void {
  if (!isTrue) throw new Error(`not proven: ${rule}`);
}

/** Requires that the transaction, and the actions that the proof has, are in the block. Returns the header. */
function headerOf({ header: text, transaction, actions }: Proof, id: string, trusted: string): Buffer {
  // The header: timestamp 4 bytes, producer 8, confirmed 2, previous 32, transaction root 32, action root 32, schedule 4.
  const header = hex(text);
  const blockId = sha256(header);
  blockId.writeUInt32BE(header.readUInt32BE(14) + 1);
  require(blockId.toString('hex') === trusted, 'the header is not that of the block');
  const isPlain = header.readUInt32LE(110) === INSTANT_FINALITY;
  // Of a deferred transaction the block has the id alone: this program does not check those.
  if (transaction !== null) {
    const usage = Buffer.alloc(5);
    usage.writeUInt8(STATUS.indexOf(transaction.status));
    usage.writeUInt32LE(transaction.cpu_usage_us, 1);
    const { compression, packed_trx, prunable } = transaction;
    const packed = hex(packed_trx);
    const digest = sha256(Buffer.from([compression]), prefixed(packed), sha256(hex(prunable)));
    const leaf = sha256(usage, varuint(transaction.net_usage_words), digest);
    const root = rootOf(leaf, transaction.path, isPlain);
    require(root === header.toString('hex', 46, 78), 'the transaction is not in the block');
    const bytes = compression === 0 ? packed : inflateSync(packed);
    require(sha256(bytes).equals(hex(id)), 'it is another transaction');
  }
  for (const { head, data, return_value, receipt, path } of actions ?? []) {
    const leaf = hex(receipt);
    require(rootOf(sha256(leaf), path, false) ===
      header.toString('hex', 78, 110), 'an action is not in the block');
    const plain = sha256(hex(head), prefixed(hex(data)));
    const returning = sha256(sha256(hex(head)), sha256(prefixed(hex(data)), prefixed(hex(return_value))));
    // A receipt begins with its receiver, 8 bytes, and the digest of its action, 32 bytes.
    const isSame = [plain, returning].some((digest) => digest.equals(leaf.subarray(8, 40)));
    require(isSame, 'an action is not that of its receipt');
  }
  return header;
}

const LETTERS = '.12345abcdefghijklmnopqrstuvwxyz';
const uint64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
/** A name of up to 12 letters of 5 bits each, the first ones high; a thirteenth has 4 bits. */
const name = (text: string): Buffer =>
  uint64(
    [...text.padEnd(13, '.')].reduce(
      (value, letter, at) => (value << (at < 12 ? 5n : 4n)) | BigInt(LETTERS.indexOf(letter)),
      0n,
    ),
  );
const list = (entries: readonly Buffer[]): Buffer => Buffer.concat([varuint(entries.length), ...entries]);
const pair = (one: Buffer, other: Buffer): Buffer => Buffer.concat([one, other]);

/** Account, name and authorization of the actions that a transaction has itself: the context-free ones first. */
function ownHeads(transaction: Buffer): string[] {
  // Expiration and reference block have 10 bytes, CPU has one; NET and delay are numbers like those of lists.
  let at = 10;
  const number = (): number => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = transaction.readUInt8(at++);
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  };
  number();
  at += 1;
  number();
  const heads: string[] = [];
  for (const _list of ['context-free actions', 'actions'])
    for (let left = number(); left > 0; left--) {
      const start = at;
      at += 16;
      const levels = number();
      at += 16 * levels;
      heads.push(transaction.toString('hex', start, at));
      const length = number();
      at += length;
    }
  return heads;
}

/** Requires that a transaction has an action itself. Without a root over actions, nothing else of it is proven. */
function requireOwn(action: ShownAction, head: string, { transaction, reason }: Proof): void {
  if (transaction === null || action.creator_action_ordinal !== 0)
    throw new Error(`not proven: ${reason ?? 'the proof has no actions'}`);
  const packed = hex(transaction.packed_trx);
  const bytes = transaction.compression === 0 ? packed : inflateSync(packed);
  require(transaction.status === 'executed', 'the transaction was not executed');
  require(ownHeads(bytes)[action.action_ordinal - 1] === head, 'the transaction has another action');
}

/** Requires that an action of a page is as its proof and the header say. */
function requireShown(action: ShownAction, proof: Proof, header: Buffer): void {
  const { actions, transaction } = proof;
  const { act, receipts, timestamp } = action;
  const slot = header.readUInt32LE(0);
  const time = new Date(Date.UTC(2000, 0) + slot * 500).toISOString().slice(0, -1);
  require(timestamp === time && action['@timestamp'] === time, 'an action has another time');
  require(name(action.producer).equals(header.subarray(4, 12)), 'an action has another producer');
  require(action.block_num === header.readUInt32BE(14) + 1, 'an action has another block number');
  const isImplicit = act.account === 'eosio' && act.name === 'onblock';
  require(transaction !== null || isImplicit, 'an action has no transaction');
  if (transaction !== null)
    require(action.cpu_usage_us === transaction.cpu_usage_us &&
      action.net_usage_words === transaction.net_usage_words, 'an action has another usage');
  const levels = act.authorization.map(({ actor, permission }) => pair(name(actor), name(permission)));
  const head = Buffer.concat([name(act.account), name(act.name), list(levels)]).toString('hex');
  if (actions === null) {
    requireOwn(action, head, proof);
    return;
  }
  require(receipts[0]?.global_sequence === action.global_sequence, 'an action has another sequence');
  const found = receipts.map(({ receiver, global_sequence, recv_sequence, auth_sequence }) => {
    const sequences = auth_sequence.map((each) => pair(name(each.account), uint64(BigInt(each.sequence))));
    const numbers = pair(uint64(BigInt(global_sequence)), uint64(BigInt(recv_sequence)));
    const rest = pair(numbers, list(sequences)).toString('hex');
    const start = name(receiver).toString('hex');
    // Hex: the digest of the action is between the two, the versions of code and ABI are behind them.
    const proven = actions.find(
      ({ receipt }) => receipt.startsWith(start) && receipt.slice(80).startsWith(rest),
    );
    require(proven !== undefined, 'a receipt of an action is not proven');
    require(proven?.head === head, 'an action is not that of its receipts');
    return proven?.data;
  });
  require(found.every((data) => data === found[0]), 'receipts of an action have other data');
}

const [asked = '', ...trusted] = process.argv.slice(2);
const { HISTORY = 'http://127.0.0.1:7000' } = process.env;
async function read<T>(route: string, query: string): Promise<T> {
  const answer = await fetch(`${HISTORY}/v2/history/${route}?proof=true&${query}`);
  if (!answer.ok) throw new Error(`no proof: ${await answer.text()}`);
  return (await answer.json()) as T;
}

if (asked.includes('=')) {
  type Page = { readonly actions: readonly ShownAction[]; readonly proofs: readonly Proof[] };
  const { actions, proofs } = await read<Page>('get_actions', asked);
  const headers = new Map<string, readonly [Proof, Buffer]>();
  for (const proof of proofs) {
    const { trx_id = '', block_id } = proof;
    require(trusted.includes(block_id), `block ${block_id} is none of those that are trusted`);
    headers.set(trx_id + block_id, [proof, headerOf(proof, trx_id, block_id)]);
  }
  for (const action of actions) {
    const found = headers.get(action.trx_id + action.block_id);
    if (found === undefined) throw new Error('not proven: an action has no proof');
    requireShown(action, ...found);
  }
  const bare = actions.filter((action) => headers.get(action.trx_id + action.block_id)?.[0].actions === null);
  const blocks = new Set(proofs.map(({ block_id }) => block_id)).size;
  console.log(`proven: ${actions.length} actions in ${blocks} blocks, ${bare.length} without receipts`);
} else {
  const { proof } = await read<{ readonly proof: Proof | null }>('get_transaction', `id=${asked}`);
  if (proof === null) throw new Error('not proven: the transaction is unknown');
  const { transaction, actions } = proof;
  // No header has the id of an implicit transaction, and its receipts do not name it.
  if (transaction === null) throw new Error('not proven: the block has no such transaction that was signed');
  headerOf(proof, asked, trusted[0] ?? '');
  console.log(`proven: ${transaction.status}, ${actions?.length ?? 'no'} receipts of actions of the block`);
}
