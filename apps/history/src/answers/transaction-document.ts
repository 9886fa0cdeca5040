import { nameFromValue } from '@app/antelope';
import type { ActionReceipt } from '../derive/action-writes';
import type { ActionRecord } from '../store/records';
import { actionDocument, type ActionDocument } from './action-document';
import type { Decoded } from './decoded';
import { notifiedAccounts } from './simple-action';

/** An action of v2 get_transaction: numbers of its receipts are texts there. */
export interface TransactionActionDocument extends Omit<ActionDocument, 'receipts'> {
  readonly receipts: readonly object[];
  readonly context_free: boolean;
  readonly elapsed: string;
  readonly code_sequence: number;
  readonly abi_sequence: number;
  /** Receivers, separated by commas. */
  readonly notified: string;
}

export function transactionAction(record: ActionRecord, decoded: Decoded): TransactionActionDocument {
  const { receipts, ...document } = actionDocument(record, decoded);
  const [own] = record.receipts;
  return {
    ...document,
    receipts: receipts.length === 0 ? [] : record.receipts.map(receiptText),
    context_free: record.isContextFree,
    elapsed: '0',
    code_sequence: own?.codeSequence ?? 0,
    abi_sequence: own?.abiSequence ?? 0,
    notified: notifiedAccounts(record.receipts).join(','),
  };
}

const receiptText = ({ receiver, globalSequence, recvSequence, authSequence }: ActionReceipt): object => ({
  receiver: nameFromValue(receiver),
  global_sequence: String(globalSequence),
  recv_sequence: String(recvSequence),
  auth_sequence: authSequence.map(({ account, sequence }) => ({
    account: nameFromValue(account),
    sequence: String(sequence),
  })),
});
