import { ByteWriter, equalBytes, nameToValue, unpackTransaction, ValueError } from '@app/antelope';
import { hash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { extensionCodec } from '../blocks/extension';
import type { PackedTransaction, SignedBlock, TransactionReceipt } from '../blocks/signed-block';
import { list } from '../wire/codec';
import { bySequence, executedActions } from './action-proof';
import { action, type Action, type ActionTrace } from './action-trace';
import type { PartialTransaction } from './partial-transaction';
import { TRANSACTION_STATUS } from './transaction-status';
import type { TransactionTrace } from './transaction-trace';

/** More than nodes inflate: 1 MiB. */
const MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;
const ZLIB = 1;
const SYSTEM = nameToValue('eosio');
const ON_BLOCK = nameToValue('onblock');
const NOTHING = new Uint8Array();
const EXECUTED = TRANSACTION_STATUS.indexOf('executed');

const actions = list(action);
const extensions = list(extensionCodec);
const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/**
 * Why the traces are not those of the transactions of the block; undefined when they are. The block has a receipt for each
 * transaction but the implicit eosio::onblock, which comes first. Of a transaction that the block has whole, the trace has to
 * have its id, header, signatures and actions; of one that it names by its id (deferred), this id. The block is proven by
 * its header: see transactionRootOf. Source: trace_converter of the state-history library.
 */
export function foreignTransaction(
  { transactions }: Pick<SignedBlock, 'transactions'>,
  traces: readonly TransactionTrace[],
): string | undefined {
  const implicit = traces.length - transactions.length;
  if (implicit !== 0 && implicit !== 1)
    return `${String(traces.length)} traces of ${String(transactions.length)} transactions`;
  const [onblock] = traces;
  if (implicit === 1 && onblock !== undefined && !isImplicit(onblock))
    return 'a trace of a transaction that is not in the block';
  const index = transactions.findIndex((receipt, at) => {
    const trace = traces[at + implicit];
    return trace === undefined || !isTraceOf(receipt, trace);
  });
  return index === -1
    ? misplacedAction(traces)
    : `the trace of another transaction in place ${String(index)}`;
}

/** The transaction that the chain itself puts in front of a block. */
function isImplicit(trace: TransactionTrace): boolean {
  const [only, ...others] = rootsOf(trace);
  if (only?.act.account !== SYSTEM || only.act.name !== ON_BLOCK || others.length > 0) return false;
  const { partial, status } = trace;
  return status === EXECUTED && (partial === undefined || hasId(trace, packedFrom(partial, trace)));
}

function isTraceOf({ trx, ...receipt }: TransactionReceipt, trace: TransactionTrace): boolean {
  const { status, cpuUsageUs, netUsageWords, failedDtrxTrace } = trace;
  const isSame =
    status === receipt.status && cpuUsageUs === receipt.cpuUsageUs && netUsageWords === receipt.netUsageWords;
  if (!isSame) return false;
  // The error handler of a deferred transaction runs in one with an id of its own.
  if (trx.kind === 'id') return equalBytes(trx.id, (failedDtrxTrace ?? trace).id);
  return isTraceOfPacked(trx, trace);
}

function isTraceOfPacked(trx: PackedTransaction, trace: TransactionTrace): boolean {
  const { partial, status } = trace;
  if (partial === undefined || !haveSameBytes(partial.signatures, trx.signatures)) return false;
  const packed = inflated(trx);
  const found = packedFrom(partial, trace);
  const begin = headOf(partial);
  const isSame =
    packed !== undefined &&
    (status === EXECUTED ? equalBytes(packed, found) : equalBytes(packed.subarray(0, begin.length), begin));
  if (isSame) return hasId(trace, packed);
  // A node executes what it read of bytes that are not canonical, and the id is of the canonical ones.
  return !isCanonical(packed) && (status !== EXECUTED || hasId(trace, found));
}

/** Undefined for bytes that this inflater does not take: the block has them, so that of a node did. */
function inflated({ compression, packedTrx }: PackedTransaction): Uint8Array | undefined {
  if (compression !== ZLIB) return packedTrx;
  try {
    return inflateSync(packedTrx, { maxOutputLength: MAX_TRANSACTION_BYTES });
  } catch {
    return undefined;
  }
}

function isCanonical(packed: Uint8Array | undefined): boolean {
  if (packed === undefined) return false;
  try {
    unpackTransaction(packed);
    return true;
  } catch (error) {
    if (error instanceof ValueError) return false;
    throw error;
  }
}

/** The packed form of the transaction that a trace tells of. */
function packedFrom(partial: PartialTransaction, trace: TransactionTrace): Uint8Array {
  const roots = rootsOf(trace);
  const writer = new ByteWriter();
  writer.raw(headOf(partial));
  for (const isContextFree of [true, false])
    actions.write(writer, roots.filter(({ contextFree }) => contextFree === isContextFree).map(actOf));
  extensions.write(writer, partial.transactionExtensions);
  return writer.finish();
}

/** Source: eosio::chain::transaction_header. */
function headOf(partial: PartialTransaction): Uint8Array {
  const writer = new ByteWriter();
  writer.uint32(partial.expiration);
  writer.uint16(partial.refBlockNum);
  writer.uint32(partial.refBlockPrefix);
  writer.varuint32(partial.maxNetUsageWords);
  writer.uint8(partial.maxCpuUsageMs);
  writer.varuint32(partial.delaySec);
  return writer.finish();
}

/** The actions of the transaction itself, in its order. */
const rootsOf = ({ actionTraces }: TransactionTrace): ActionTrace[] =>
  actionTraces
    .filter(({ creatorActionOrdinal }) => creatorActionOrdinal === 0)
    .sort((left, right) => left.actionOrdinal - right.actionOrdinal);

const actOf = ({ act }: ActionTrace): Action => act;

const hasId = ({ id }: TransactionTrace, packed: Uint8Array): boolean => equalBytes(id, sha256(packed));

const haveSameBytes = (left: readonly Uint8Array[], right: readonly Uint8Array[]): boolean =>
  left.length === right.length && left.every((each, at) => equalBytes(each, right[at] ?? NOTHING));

/**
 * Transactions are executed one after another, and each begins with an action of its own: so an action that another one sent
 * cannot be moved to the transaction before or after.
 */
function misplacedAction(traces: readonly TransactionTrace[]): string | undefined {
  let last = -1n;
  for (const [index, trace] of traces.entries()) {
    const [first, ...others] = executedActions([trace]).sort(bySequence);
    if (first === undefined) continue;
    if (first.receipt.globalSequence <= last || first.creatorActionOrdinal !== 0)
      return `an action of another transaction in place ${String(index)}`;
    last = (others.at(-1) ?? first).receipt.globalSequence;
  }
  return undefined;
}
