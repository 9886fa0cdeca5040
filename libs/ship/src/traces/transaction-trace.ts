import { ByteWriter, ValueError } from '@app/antelope';
import { decodeWith, list, optional, type Codec } from '../wire/codec';
import { bytes, uint64 } from '../wire/scalars';
import type { ShipReader } from '../wire/ship-reader';
import { accountDelta, actionTrace, type AccountDelta, type ActionTrace } from './action-trace';
import { partialTransaction, type PartialTransaction } from './partial-transaction';

/** Execution of one transaction. */
export interface TransactionTrace {
  /** 32 bytes. */
  id: Uint8Array;
  /** Index into TRANSACTION_STATUS. */
  status: number;
  cpuUsageUs: number;
  netUsageWords: number;
  /** Microseconds; 0 unless the node runs in debug mode. */
  elapsed: bigint;
  /** Bytes. */
  netUsage: bigint;
  scheduled: boolean;
  /** In order of actionOrdinal, which is not the order of execution: that is receipt.globalSequence. */
  actionTraces: ActionTrace[];
  accountRamDelta?: AccountDelta;
  except?: Uint8Array;
  errorCode?: bigint;
  /** The deferred transaction that failed and led to this one (onerror, hard_fail). */
  failedDtrxTrace?: TransactionTrace;
  /** Undefined for the implicit onblock transaction and for traces of nodes before 1.8. */
  partial?: PartialTransaction;
}

const VERSION = 0;
const ID_BYTES = 32;
/** Nodes send one failed trace inside another at most. The limit bounds the recursion over broken bytes. */
const MAX_FAILED_DEPTH = 4;

const actionTraces = list(actionTrace);
const optionalAccountDelta = optional(accountDelta);
const optionalBytes = optional(bytes);
const optionalUint64 = optional(uint64);
const optionalPartial = optional(partialTransaction);

const transactionTraces: Codec<TransactionTrace[]> = list({
  read: (reader) => readTrace(reader, 0),
  write: writeTrace,
});

/** Reads the section `traces` of a result. Throws ValueError. */
export const decodeTraces = (section: Uint8Array): TransactionTrace[] =>
  decodeWith(transactionTraces, section);

/** The section `traces` of a result. */
export function encodeTraces(traces: TransactionTrace[]): Uint8Array {
  const writer = new ByteWriter();
  transactionTraces.write(writer, traces);
  return writer.finish();
}

function readTrace(reader: ShipReader, depth: number): TransactionTrace {
  const version = reader.varuint32();
  if (version !== VERSION) throw new ValueError(`transaction_trace: unknown variant ${String(version)}`);
  if (depth > MAX_FAILED_DEPTH) throw new ValueError('transaction_trace: nested too deeply');
  return {
    id: reader.take(ID_BYTES),
    status: reader.uint8(),
    cpuUsageUs: reader.uint32(),
    netUsageWords: reader.varuint32(),
    elapsed: reader.int64(),
    netUsage: reader.uint64(),
    scheduled: reader.bool(),
    actionTraces: actionTraces.read(reader),
    accountRamDelta: optionalAccountDelta.read(reader),
    except: optionalBytes.read(reader),
    errorCode: optionalUint64.read(reader),
    failedDtrxTrace: reader.bool() ? readTrace(reader, depth + 1) : undefined,
    partial: optionalPartial.read(reader),
  };
}

function writeTrace(writer: ByteWriter, trace: TransactionTrace): void {
  writer.varuint32(VERSION);
  writer.raw(trace.id);
  writer.uint8(trace.status);
  writer.uint32(trace.cpuUsageUs);
  writer.varuint32(trace.netUsageWords);
  writer.int64(trace.elapsed);
  writer.uint64(trace.netUsage);
  writer.uint8(trace.scheduled ? 1 : 0);
  actionTraces.write(writer, trace.actionTraces);
  optionalAccountDelta.write(writer, trace.accountRamDelta);
  optionalBytes.write(writer, trace.except);
  optionalUint64.write(writer, trace.errorCode);
  writer.uint8(trace.failedDtrxTrace === undefined ? 0 : 1);
  if (trace.failedDtrxTrace !== undefined) writeTrace(writer, trace.failedDtrxTrace);
  optionalPartial.write(writer, trace.partial);
}
