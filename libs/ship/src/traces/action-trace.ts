import { ValueError, type ByteWriter } from '@app/antelope';
import { list, optional, struct, type Codec } from '../wire/codec';
import { bytes, int64, name, uint64 } from '../wire/scalars';
import type { ShipReader } from '../wire/ship-reader';

/** A permission of an account: both are names as 64-bit values. */
export interface PermissionLevel {
  actor: bigint;
  permission: bigint;
}

/** An action; `data` is packed by the ABI of `account`. */
export interface Action {
  account: bigint;
  name: bigint;
  authorization: PermissionLevel[];
  data: Uint8Array;
}

/** Number of actions that an account has authorized so far. */
export interface AuthSequence {
  account: bigint;
  sequence: bigint;
}

/** Receipt of one execution. Source: action_receipt_v0 of the state history ABI. */
export interface ActionReceipt {
  receiver: bigint;
  /** 32 bytes. */
  actDigest: Uint8Array;
  globalSequence: bigint;
  recvSequence: bigint;
  authSequence: AuthSequence[];
  codeSequence: number;
  abiSequence: number;
}

/** A change of the RAM an account uses, in bytes. */
export interface AccountDelta {
  account: bigint;
  delta: bigint;
}

/** One execution of an action by one receiver. */
export interface ActionTrace {
  actionOrdinal: number;
  /** 0 for an action of the transaction itself. */
  creatorActionOrdinal: number;
  /** Undefined for an action that failed or was not reached. */
  receipt?: ActionReceipt;
  receiver: bigint;
  act: Action;
  contextFree: boolean;
  /** Microseconds; 0 unless the node runs in debug mode. */
  elapsed: bigint;
  /** Printed bytes, which need not be UTF-8; empty unless the node runs in debug mode. */
  console: Uint8Array;
  accountRamDeltas: AccountDelta[];
  /** Text of the exception; "Y" unless the node runs in debug mode. */
  except?: Uint8Array;
  errorCode?: bigint;
  /** Undefined for action_trace_v0, which has none. Nodes since Leap 3 always send v1. */
  returnValue?: Uint8Array;
}

const RECEIPT_V0 = 0;
const TRACE_V0 = 0;
const TRACE_V1 = 1;
const DIGEST_BYTES = 32;

export const permissionLevel: Codec<PermissionLevel> = {
  read: (reader) => ({ actor: reader.name(), permission: reader.name() }),
  write: (writer, { actor, permission }) => {
    writer.uint64(actor);
    writer.uint64(permission);
  },
};

const permissionLevels = list(permissionLevel);
const authSequences = list(struct<AuthSequence>({ account: name, sequence: uint64 }));
export const action: Codec<Action> = { read: readAction, write: writeAction };
export const accountDelta = struct<AccountDelta>({ account: name, delta: int64 });
const accountDeltas = list(accountDelta);
const optionalBytes = optional(bytes);
const optionalUint64 = optional(uint64);
const receipt: Codec<ActionReceipt> = { read: readReceipt, write: writeReceipt };
const optionalReceipt = optional(receipt);

/** The hot part of every block: written out, because a loop over a table of members costs several times as much. */
export const actionTrace: Codec<ActionTrace> = { read: readActionTrace, write: writeActionTrace };

function readActionTrace(reader: ShipReader): ActionTrace {
  const version = reader.varuint32();
  if (version > TRACE_V1) throw new ValueError(`action_trace: unknown variant ${String(version)}`);
  return {
    actionOrdinal: reader.varuint32(),
    creatorActionOrdinal: reader.varuint32(),
    receipt: optionalReceipt.read(reader),
    receiver: reader.name(),
    act: readAction(reader),
    contextFree: reader.bool(),
    elapsed: reader.int64(),
    console: reader.prefixed(),
    accountRamDeltas: accountDeltas.read(reader),
    except: optionalBytes.read(reader),
    errorCode: optionalUint64.read(reader),
    returnValue: version === TRACE_V1 ? reader.prefixed() : undefined,
  };
}

function writeActionTrace(writer: ByteWriter, trace: ActionTrace): void {
  writer.varuint32(trace.returnValue === undefined ? TRACE_V0 : TRACE_V1);
  writer.varuint32(trace.actionOrdinal);
  writer.varuint32(trace.creatorActionOrdinal);
  optionalReceipt.write(writer, trace.receipt);
  writer.uint64(trace.receiver);
  writeAction(writer, trace.act);
  writer.uint8(trace.contextFree ? 1 : 0);
  writer.int64(trace.elapsed);
  writer.prefixed(trace.console);
  accountDeltas.write(writer, trace.accountRamDeltas);
  optionalBytes.write(writer, trace.except);
  optionalUint64.write(writer, trace.errorCode);
  if (trace.returnValue !== undefined) writer.prefixed(trace.returnValue);
}

function readAction(reader: ShipReader): Action {
  return {
    account: reader.name(),
    name: reader.name(),
    authorization: permissionLevels.read(reader),
    data: reader.prefixed(),
  };
}

function writeAction(writer: ByteWriter, act: Action): void {
  writer.uint64(act.account);
  writer.uint64(act.name);
  permissionLevels.write(writer, act.authorization);
  writer.prefixed(act.data);
}

function readReceipt(reader: ShipReader): ActionReceipt {
  const version = reader.varuint32();
  if (version !== RECEIPT_V0) throw new ValueError(`action_receipt: unknown variant ${String(version)}`);
  return {
    receiver: reader.name(),
    actDigest: reader.take(DIGEST_BYTES),
    globalSequence: reader.uint64(),
    recvSequence: reader.uint64(),
    authSequence: authSequences.read(reader),
    codeSequence: reader.varuint32(),
    abiSequence: reader.varuint32(),
  };
}

function writeReceipt(writer: ByteWriter, value: ActionReceipt): void {
  writer.varuint32(RECEIPT_V0);
  writer.uint64(value.receiver);
  writer.raw(value.actDigest);
  writer.uint64(value.globalSequence);
  writer.uint64(value.recvSequence);
  authSequences.write(writer, value.authSequence);
  writer.varuint32(value.codeSequence);
  writer.varuint32(value.abiSequence);
}
