import { bytesToHex, nameFromValue } from '@app/antelope';
import type { ActionRecord, StoreStatus, TransactionActions } from '../store/records';
import { ramDeltas, receiptDocument } from './action-document';
import type { Decoded } from './decoded';
import { numberOfInteger } from './exact-number';
import { legacyAct } from './legacy-action';
import { timeText } from './time-text';
import { signatureOf } from './values';

const NOT_STORED = { packed_context_free_data: '', packed_trx: '' };
const TOP_LEVEL = 0;

interface DecodedAction {
  readonly record: ActionRecord;
  readonly decoded: Decoded;
}

/** The answer of /v1/history/get_transaction. The packed form is not stored: its texts are empty. */
export function legacyTransaction(
  transaction: TransactionActions,
  actions: readonly DecodedAction[],
  { irreversibleNum, head }: Pick<StoreStatus, 'irreversibleNum' | 'head'>,
): object {
  const { block, header, status, cpuUsageUs, netUsageWords } = transaction;
  const signatures = transaction.signatures.map(signatureOf);
  const topLevel = actions.filter(({ record }) => record.creatorActionOrdinal === TOP_LEVEL);
  const acts = (isContextFree: boolean): object[] =>
    topLevel
      .filter(({ record }) => record.isContextFree === isContextFree)
      .map(({ record, decoded }) => legacyAct(record, decoded));
  return {
    id: bytesToHex(transaction.id),
    trx: {
      receipt: {
        status,
        cpu_usage_us: cpuUsageUs,
        net_usage_words: netUsageWords,
        trx: [1, { signatures, compression: 'none', ...NOT_STORED }],
      },
      trx: {
        expiration: timeText((header?.expiration ?? 0) * 1000).slice(0, -4),
        ref_block_num: header?.refBlockNum ?? 0,
        ref_block_prefix: header?.refBlockPrefix ?? 0,
        max_net_usage_words: header?.maxNetUsageWords ?? 0,
        max_cpu_usage_ms: header?.maxCpuUsageMs ?? 0,
        delay_sec: header?.delaySec ?? 0,
        context_free_actions: acts(true),
        actions: acts(false),
        transaction_extensions: [],
        signatures,
        context_free_data: [],
      },
    },
    block_num: block.num,
    block_time: timeText(block.timeMs),
    irreversible: block.num <= irreversibleNum,
    last_irreversible_block: irreversibleNum,
    head_block_num: head?.num ?? block.num,
    traces: actions.flatMap(tracesOf),
  };
}

/** One trace for each receipt, as a node has them. */
function tracesOf({ record, decoded }: DecodedAction): object[] {
  const { id, block } = record.transaction;
  const act = legacyAct(record, decoded);
  return record.receipts.map((receipt, index) => ({
    action_ordinal: receipt.actionOrdinal,
    creator_action_ordinal: receipt.creatorActionOrdinal,
    receipt: {
      ...receiptDocument(receipt),
      auth_sequence: receipt.authSequence.map(({ account, sequence }) => [
        nameFromValue(account),
        numberOfInteger(sequence),
      ]),
      code_sequence: receipt.codeSequence,
      abi_sequence: receipt.abiSequence,
    },
    receiver: nameFromValue(receipt.receiver),
    act,
    // Of all receipts together, so that the sum over the traces is right.
    account_ram_deltas: index === 0 ? ramDeltas(record) : [],
    context_free: record.isContextFree,
    block_num: block.num,
    block_time: timeText(block.timeMs),
    console: '',
    elapsed: 0,
    except: null,
    inline_traces: [],
    producer_block_id: bytesToHex(block.id),
    trx_id: bytesToHex(id),
  }));
}
