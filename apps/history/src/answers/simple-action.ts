import { bytesToHex, nameFromValue } from '@app/antelope';
import type { ActionRecord, StoreStatus } from '../store/records';
import { actionData, type ActionOptions } from './action-document';
import type { Shown } from './data-transforms';
import type { Decoded } from './decoded';
import { timeText } from './time-text';
import { levelText } from './values';

/** An action of /v2 with `simple=true`. */
export interface SimpleAction {
  readonly block: number;
  readonly timestamp: string;
  readonly irreversible: boolean;
  readonly contract: string;
  readonly action: string;
  /** `actor@permission`, separated by commas. */
  readonly actors: string;
  /** Receivers, separated by commas. */
  readonly notified: string;
  readonly transaction_id: string;
  readonly data: Shown;
}

export function simpleAction(
  record: ActionRecord,
  decoded: Decoded,
  { irreversibleNum }: Pick<StoreStatus, 'irreversibleNum'>,
  { isBinaryCut = false }: Pick<ActionOptions, 'isBinaryCut'> = {},
): SimpleAction {
  const { transaction, account, name, authorization, receipts } = record;
  const { block } = transaction;
  return {
    block: block.num,
    timestamp: timeText(block.timeMs),
    irreversible: block.num <= irreversibleNum,
    contract: nameFromValue(account),
    action: nameFromValue(name),
    actors: authorization
      .map(levelText)
      .map(({ actor, permission }) => `${actor}@${permission}`)
      .join(','),
    notified: notifiedAccounts(receipts).join(','),
    transaction_id: bytesToHex(transaction.id),
    data: actionData(record, decoded, isBinaryCut),
  };
}

/** Each receiver once, in the order of execution. */
export const notifiedAccounts = (receipts: ActionRecord['receipts']): string[] => [
  ...new Set(receipts.map(({ receiver }) => nameFromValue(receiver))),
];
