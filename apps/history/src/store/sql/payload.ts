import { ACTION_FIELDS, type ActionContent, type ActionField } from '../../derive/action-writes';
import type { Name } from '../../derive/name';
import { BlobReader, type BlobWriter } from './blob';

/** Both directions of the dictionary of names. */
export type IdOf = (name: Name) => number;
export type NameOf = (id: number) => Name;

/** Members of an action that the indexes hold: numbers of the dictionary. */
export interface IndexedIds {
  readonly accounts: readonly number[];
  readonly fields: readonly { readonly field: number; readonly value: number }[];
}

type Payload = Omit<ActionContent, 'account' | 'name' | 'globalSequence'>;

/** Everything of an action but its type and sequences; `fields` stand first for the removal of a block. */
export function writePayload(
  writer: BlobWriter,
  action: ActionContent,
  fields: IndexedIds['fields'],
  idOf: IdOf,
): Uint8Array {
  writer.list(fields, ({ field, value }) => writer.int(field).int(value));
  writer.list(action.authorization, ({ actor, permission }) => writer.int(idOf(actor)).int(idOf(permission)));
  writer.list(action.receipts, (receipt) => {
    writer
      .int(idOf(receipt.receiver))
      .big(receipt.globalSequence - action.globalSequence)
      .big(receipt.recvSequence)
      .int(receipt.codeSequence)
      .int(receipt.abiSequence)
      .int(receipt.actionOrdinal)
      .int(receipt.creatorActionOrdinal)
      .list(receipt.authSequence, ({ account, sequence }) => writer.int(idOf(account)).big(sequence));
  });
  writer.int(action.actionOrdinal).int(2 * action.creatorActionOrdinal + Number(action.isContextFree));
  writer.list(action.ramDeltas, ({ account, delta }) => writer.int(idOf(account)).signed(delta));
  return writer.bytes(action.data).bytes(action.returnValue).finish();
}

function readFields(reader: BlobReader): { field: number; value: number }[] {
  return reader.list(() => ({ field: reader.int(), value: reader.int() }));
}

/** Reads a payload to its end. */
export function readPayload(reader: BlobReader, sequence: bigint, nameOf: NameOf): Payload {
  for (let integers = 2 * reader.int(); integers > 0; integers--) reader.int();
  const name = () => nameOf(reader.int());
  const authorization = reader.list(() => ({ actor: name(), permission: name() }));
  const receipts = reader.list(() => ({
    receiver: name(),
    globalSequence: reader.big() + sequence,
    recvSequence: reader.big(),
    codeSequence: reader.int(),
    abiSequence: reader.int(),
    actionOrdinal: reader.int(),
    creatorActionOrdinal: reader.int(),
    authSequence: reader.list(() => ({ account: name(), sequence: reader.big() })),
  }));
  const actionOrdinal = reader.int();
  const creatorAndFlag = reader.int();
  return {
    authorization,
    receipts,
    actionOrdinal,
    creatorActionOrdinal: Math.floor(creatorAndFlag / 2),
    isContextFree: creatorAndFlag % 2 === 1,
    ramDeltas: reader.list(() => ({ account: name(), delta: reader.signed() })),
    data: reader.bytes(),
    returnValue: reader.bytes(),
  };
}

/** The keys of an action in the indexes, for its removal. */
export function readIndexedIds(payload: Uint8Array): IndexedIds {
  const reader = new BlobReader(payload);
  const fields = readFields(reader);
  const actors = reader.list(() => [reader.int(), reader.int()] as const).map(([actor]) => actor);
  const receivers = reader.list(() => {
    const receiver = reader.int();
    for (let skipped = 0; skipped < 6; skipped++) reader.big();
    reader.list(() => reader.int() + Number(reader.big()));
    return receiver;
  });
  return { accounts: [...new Set([...receivers, ...actors])], fields };
}

export const fieldNumber = (field: ActionField): number => ACTION_FIELDS.indexOf(field);
