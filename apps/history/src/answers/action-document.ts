import { bytesToHex, nameFromValue } from '@app/antelope';
import type { ActionReceipt } from '../derive/action-writes';
import type { ActionRecord } from '../store/records';
import { type Shown, shownActionData, withoutBinary } from './data-transforms';
import type { Decoded } from './decoded';
import { type JsonNumber, numberOfInteger } from './exact-number';
import { timeText } from './time-text';
import { type LevelText, levelText, signatureOf } from './values';

/** An action of /v2: one document for each distinct action of a transaction, its notifications in `receipts`. */
export interface ActionDocument {
  readonly '@timestamp': string;
  readonly timestamp: string;
  readonly block_num: number;
  readonly block_id: string;
  readonly trx_id: string;
  readonly act: {
    readonly account: string;
    readonly name: string;
    readonly authorization: readonly LevelText[];
    readonly data: Shown;
  };
  readonly receipts: readonly ReceiptDocument[];
  /** Of the transaction, as are the next two. */
  readonly cpu_usage_us: number;
  readonly net_usage_words: number;
  readonly signatures: readonly string[];
  readonly account_ram_deltas: readonly { readonly account: string; readonly delta: JsonNumber }[];
  readonly global_sequence: JsonNumber;
  readonly producer: string;
  /** Ordinal of the action that created it in the transaction; 0: it is one of the transaction itself. */
  readonly parent: number;
  readonly action_ordinal: number;
  readonly creator_action_ordinal: number;
  readonly irreversible?: boolean;
  /** Only on data that could not be decoded: `act.data` is hex then. */
  readonly ds_error?: true;
}

export interface ReceiptDocument {
  readonly receiver: string;
  readonly global_sequence: JsonNumber;
  readonly recv_sequence: JsonNumber;
  readonly auth_sequence: readonly { readonly account: string; readonly sequence: JsonNumber }[];
}

export interface ActionOptions {
  readonly isBinaryCut?: boolean;
  /** Given: the document says whether it is irreversible. */
  readonly irreversibleNum?: number;
}

/** Members that it does not have are undefined, which JSON leaves out: adding them in parts takes a fifth longer. */
export function actionDocument(
  record: ActionRecord,
  decoded: Decoded,
  { isBinaryCut = false, irreversibleNum }: ActionOptions = {},
): ActionDocument {
  const { transaction, account, name } = record;
  const { block } = transaction;
  const time = timeText(block.timeMs);
  return {
    '@timestamp': time,
    timestamp: time,
    block_num: block.num,
    block_id: bytesToHex(block.id),
    trx_id: bytesToHex(transaction.id),
    act: {
      account: nameFromValue(account),
      name: nameFromValue(name),
      authorization: record.authorization.map(levelText),
      data: actionData(record, decoded, isBinaryCut),
    },
    receipts: record.receipts.map(receiptDocument),
    cpu_usage_us: transaction.cpuUsageUs,
    net_usage_words: transaction.netUsageWords,
    signatures: transaction.signatures.map(signatureOf),
    account_ram_deltas: ramDeltas(record),
    global_sequence: numberOfInteger(record.globalSequence),
    producer: nameFromValue(block.producer),
    parent: record.creatorActionOrdinal,
    action_ordinal: record.actionOrdinal,
    creator_action_ordinal: record.creatorActionOrdinal,
    irreversible: irreversibleNum === undefined ? undefined : block.num <= irreversibleNum,
    ds_error: decoded.json === undefined ? true : undefined,
  };
}

/** The data of an action as its routes show it; hex where it could not be decoded. */
export function actionData(
  { account, name }: Pick<ActionRecord, 'account' | 'name'>,
  decoded: Decoded,
  isBinaryCut: boolean,
): Shown {
  const { json } = decoded;
  const data =
    json === undefined ? decoded.hex : shownActionData(nameFromValue(account), nameFromValue(name), json);
  return isBinaryCut ? withoutBinary(data) : data;
}

export const ramDeltas = (
  record: Pick<ActionRecord, 'ramDeltas'>,
): { readonly account: string; readonly delta: JsonNumber }[] =>
  record.ramDeltas.map(({ account, delta }) => ({
    account: nameFromValue(account),
    delta: numberOfInteger(delta),
  }));

export const receiptDocument = ({
  receiver,
  globalSequence,
  recvSequence,
  authSequence,
}: ActionReceipt): ReceiptDocument => ({
  receiver: nameFromValue(receiver),
  global_sequence: numberOfInteger(globalSequence),
  recv_sequence: numberOfInteger(recvSequence),
  auth_sequence: authSequence.map(({ account, sequence }) => ({
    account: nameFromValue(account),
    sequence: numberOfInteger(sequence),
  })),
});
