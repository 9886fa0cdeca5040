import { bytesToHex, nameFromValue } from '@app/antelope';
import type { Name } from '../derive/name';
import type { ActionRecord } from '../store/records';
import { actionData, ramDeltas, receiptDocument } from './action-document';
import type { Decoded } from './decoded';
import { numberOfInteger } from './exact-number';
import { timeText } from './time-text';
import { levelText } from './values';

interface LegacyActionOptions {
  /** Account of the request; undefined: all. */
  readonly account: Name | undefined;
  readonly irreversibleNum: number;
}

/**
 * An action of /v1/history/get_actions. Its receipt is that of the account of the request, where the account was
 * notified, else that of the contract.
 */
export function legacyAction(
  record: ActionRecord,
  decoded: Decoded,
  { account, irreversibleNum }: LegacyActionOptions,
): object {
  const { transaction, receipts } = record;
  const { block } = transaction;
  const time = timeText(block.timeMs);
  const receipt = receipts.find(({ receiver }) => receiver === account) ?? receipts[0];
  if (receipt === undefined) throw new Error(`action ${String(record.globalSequence)} has no receipt`);
  return {
    account_action_seq: numberOfInteger(receipt.recvSequence),
    global_action_seq: numberOfInteger(receipt.globalSequence),
    block_num: block.num,
    block_time: time,
    irreversible: block.num <= irreversibleNum,
    action_trace: {
      action_ordinal: receipt.actionOrdinal,
      creator_action_ordinal: receipt.creatorActionOrdinal,
      receipt: {
        ...receiptDocument(receipt),
        code_sequence: receipt.codeSequence,
        abi_sequence: receipt.abiSequence,
      },
      receiver: nameFromValue(receipt.receiver),
      act: legacyAct(record, decoded),
      context_free: record.isContextFree,
      elapsed: 0,
      producer_block_id: bytesToHex(block.id),
      trx_id: bytesToHex(transaction.id),
      block_num: block.num,
      block_time: time,
      account_ram_deltas: ramDeltas(record),
    },
  };
}

export const legacyAct = (record: ActionRecord, decoded: Decoded): object => ({
  account: nameFromValue(record.account),
  name: nameFromValue(record.name),
  authorization: record.authorization.map(levelText),
  data: actionData(record, decoded, false),
  hex_data: decoded.hex,
});
