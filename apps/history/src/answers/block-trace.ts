import { bytesToHex, nameFromValue } from '@app/antelope';
import type { ActionRecord, BlockRecord, TransactionActions } from '../store/records';
import type { Decoded } from './decoded';
import { numberOfInteger } from './exact-number';
import { implicitHeader } from './implicit-header';
import { timeText } from './time-text';
import { signatureOf } from './values';

export interface DecodedTransaction {
  readonly transaction: TransactionActions;
  readonly actions: readonly { readonly record: ActionRecord; readonly decoded: Decoded }[];
}

/** Whether nodeos' plugin keeps the trace of a transaction. Source: eosio::trace_api::chain_extraction_impl_type. */
export const isTraced = ({ transaction }: Pick<DecodedTransaction, 'transaction'>): boolean =>
  transaction.status === 'executed' || transaction.status === 'soft_fail';

/**
 * The answer of trace_api get_block, as nodeos' plugin gives it: one entry for each receipt, without context-free
 * actions (eosio::trace_api::to_action_trace).
 */
export function blockTrace(
  block: BlockRecord,
  transactions: readonly DecodedTransaction[],
  irreversibleNum: number,
): object {
  return {
    id: bytesToHex(block.id),
    number: block.num,
    previous_id: bytesToHex(block.previousId),
    status: block.num <= irreversibleNum ? 'irreversible' : 'pending',
    timestamp: `${timeText(block.timeMs)}Z`,
    producer: nameFromValue(block.producer),
    transaction_mroot: bytesToHex(block.transactionMroot),
    action_mroot: bytesToHex(block.actionMroot),
    schedule_version: block.scheduleVersion,
    transactions: transactions.filter(isTraced).map((transaction) => transactionTrace(transaction, block)),
  };
}

/** The answer of trace_api get_transaction_trace. */
export function transactionTrace(
  { transaction, actions }: DecodedTransaction,
  block: Pick<BlockRecord, 'num' | 'id' | 'timeMs' | 'previousId'>,
): object {
  const header = transaction.header ?? implicitHeader(transaction, block);
  return {
    id: bytesToHex(transaction.id),
    block_num: block.num,
    block_time: timeText(block.timeMs),
    // Null in nodeos only for blocks that the node itself produced.
    producer_block_id: bytesToHex(block.id),
    actions: actions
      .filter(({ record }) => !record.isContextFree)
      .flatMap(actionTraces)
      .sort(byGlobalSequence)
      .map(({ trace }) => trace),
    status: transaction.status,
    cpu_usage_us: transaction.cpuUsageUs,
    net_usage_words: transaction.netUsageWords,
    signatures: transaction.signatures.map(signatureOf),
    ...(header === undefined
      ? {}
      : {
          transaction_header: {
            expiration: timeText(header.expiration * 1000).slice(0, -4),
            ref_block_num: header.refBlockNum,
            ref_block_prefix: header.refBlockPrefix,
            max_net_usage_words: header.maxNetUsageWords,
            max_cpu_usage_ms: header.maxCpuUsageMs,
            delay_sec: header.delaySec,
          },
        }),
  };
}

interface SequencedTrace {
  readonly sequence: bigint;
  readonly trace: object;
}

const byGlobalSequence = (one: SequencedTrace, other: SequencedTrace): number =>
  one.sequence < other.sequence ? -1 : 1;

function actionTraces({ record, decoded }: { record: ActionRecord; decoded: Decoded }): SequencedTrace[] {
  const authorization = record.authorization.map(({ actor, permission }) => ({
    account: nameFromValue(actor),
    permission: nameFromValue(permission),
  }));
  return record.receipts.map(({ receiver, globalSequence }, index) => ({
    sequence: globalSequence,
    trace: {
      global_sequence: numberOfInteger(globalSequence),
      receiver: nameFromValue(receiver),
      account: nameFromValue(record.account),
      action: nameFromValue(record.name),
      authorization,
      data: decoded.hex,
      return_value: index === 0 ? bytesToHex(record.returnValue) : '',
      ...(decoded.json === undefined ? {} : { params: decoded.json }),
    },
  }));
}
