// Checks that a transaction and its actions are in a block, from the answer of a history node that is not trusted.
//   HISTORY=http://127.0.0.1:7000 node check-proof.mts <transaction id> <block id from a node that you trust>    (Node 24)
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

type Step = { readonly left: string } | { readonly right: string };
interface Proof {
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
    const halves = 'left' in step ? [hex(step.left), node] : [node, hex(step.right)];
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

const [id = '', trusted = ''] = process.argv.slice(2);
const { HISTORY = 'http://127.0.0.1:7000' } = process.env;
const answer = await fetch(`${HISTORY}/v2/history/get_transaction?proof=true&id=${id}`);
const { proof } = (await answer.json()) as { readonly proof: Proof };
// The header: timestamp 4 bytes, producer 8, confirmed 2, previous 32, transaction root 32, action root 32, schedule 4.
const header = hex(proof.header);
const blockId = sha256(header);
blockId.writeUInt32BE(header.readUInt32BE(14) + 1);
require(blockId.toString('hex') === trusted, 'the header is not that of the block');
const isPlain = header.readUInt32LE(110) === INSTANT_FINALITY;

// Of a deferred transaction the block has the id alone: this program does not check those.
const { transaction, actions } = proof;
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
console.log(`proven: ${transaction?.status ?? 'implicit'}, ${actions?.length ?? 'no'} receipts of actions`);
