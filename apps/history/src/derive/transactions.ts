import { ValueError } from '@app/antelope';
import type { TransactionTrace } from '@app/ship';
import { TRANSACTION_STATUS, type TransactionWrite } from './action-writes';

/** One entry for each trace, in the order of the traces. */
export const transactionWrites = (traces: readonly TransactionTrace[]): TransactionWrite[] =>
  traces.map(({ id, status, cpuUsageUs, netUsageWords, partial }) => ({
    id,
    status: statusOf(status),
    cpuUsageUs,
    netUsageWords,
    header: partial && {
      expiration: partial.expiration,
      refBlockNum: partial.refBlockNum,
      refBlockPrefix: partial.refBlockPrefix,
      maxNetUsageWords: partial.maxNetUsageWords,
      maxCpuUsageMs: partial.maxCpuUsageMs,
      delaySec: partial.delaySec,
    },
    signatures: partial?.signatures ?? [],
  }));

/** Throws ValueError for a number that is no status. */
export function statusOf(status: number): TransactionWrite['status'] {
  const name = TRANSACTION_STATUS[status];
  if (name === undefined) throw new ValueError(`unknown transaction status ${status}`);
  return name;
}
