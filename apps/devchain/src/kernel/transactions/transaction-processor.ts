import type { PublicKeyValue } from '@app/antelope';
import { checkAuthorization } from '../accounts/authorization';
import { CPU_COST_US } from '../execution/cpu-cost';
import { executeActions } from '../execution/execute-actions';
import type { TransactionTrace } from '../execution/trace';
import { type ExecutionHost, TransactionRun } from '../execution/transaction-run';
import { ChainError, ensure } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import { checkBill, checkNetEarly } from './bandwidth-limits';
import { netUsageBytes, wholeWords, words } from './net-usage';
import type { ReceivedTransaction } from './received-transaction';
import { signingKeys } from './signing-keys';
import { checkFresh, checkHeader, checkNotDelayed, checkReferences, type Moment } from './transaction-checks';

/** The block a transaction would go into. */
export interface Target extends Moment {
  readonly blockNum: number;
  readonly slot: number;
}

export interface Mode {
  readonly isReadOnly: boolean;
  readonly mustSatisfy: boolean;
}

/** The result of a transaction: its trace, and the leaves it adds to the block's action_mroot. */
export interface Outcome {
  readonly trace: TransactionTrace;
  readonly receiptDigests: readonly Uint8Array[];
}

const COMMIT: Mode = { isReadOnly: false, mustSatisfy: true };

/**
 * Checks and runs transactions, in nodeos' order. Writes the state: the caller decides, by the undo log, whether
 * the writes stay. A ChainError thrown carries the trace so far; errors found before execution have none: a delay, bad
 * signatures, an expired transaction, a known one.
 */
export class TransactionProcessor {
  constructor(private readonly host: ExecutionHost) {}

  process(transaction: ReceivedTransaction, target: Target, mode: Mode = COMMIT): Outcome {
    const { state } = this.host;
    const run = new TransactionRun(this.host, {
      id: transaction.id,
      blockNum: target.blockNum,
      blockTimeMs: target.blockTimeMs,
      ...mode,
    });
    const netBytes = netUsageBytes(transaction.packed, state.config);
    checkNotDelayed(transaction);
    const keys = signingKeys(this.host.chainId, transaction);
    checkFresh(state, transaction, target);
    try {
      return this.#execute(run, transaction, target, { keys, netBytes });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      throw Object.assign(error, { trace: { ...traceOf(run, run.netBytes), except: error } });
    }
  }

  #execute(
    run: TransactionRun,
    transaction: ReceivedTransaction,
    target: Target,
    { keys, netBytes }: { keys: PublicKeyValue[]; netBytes: number },
  ): Outcome {
    const { state } = this.host;
    const { isReadOnly, mustSatisfy } = run.transaction;
    checkHeader(state, transaction, target);
    checkReferences(state, transaction, { needsAuthorization: !isReadOnly });
    run.netBytes = netBytes;
    const payer = state.accounts.find(firstAuthorizer(transaction));
    if (payer !== undefined) checkNetEarly(state, transaction, { payer, slot: target.slot, netBytes });
    state.recentTransactions.add(transaction.id, transaction.expirationMs);
    if (!isReadOnly) checkAuthorization(state, transaction.actions, { keys }, { mustSatisfy });
    run.cpuUs += CPU_COST_US.signature * keys.length;
    executeActions(run, transaction.contextFreeActions, transaction.actions);
    this.#checkRam(run.ramToCheck);
    const billed = {
      netBytes: wholeWords(netBytes),
      cpuUs: Math.max(run.cpuUs, state.config.min_transaction_cpu_usage),
    };
    if (payer !== undefined) {
      checkBill(state, transaction, { payer, slot: target.slot, ...billed });
      const usage = { cpu: BigInt(billed.cpuUs), net: BigInt(billed.netBytes) };
      state.resources.bill(payer, usage, target.slot);
    }
    return {
      trace: {
        ...traceOf(run, billed.netBytes),
        elapsedUs: billed.cpuUs,
        receipt: { status: 'executed', cpuUsageUs: billed.cpuUs, netUsageWords: words(billed.netBytes) },
      },
      receiptDigests: run.receiptDigests,
    };
  }

  #checkRam(names: Iterable<string>): void {
    for (const name of names) {
      const { ramUsage, ramQuota } = this.host.state.accounts.get(name);
      ensure(ramQuota < 0n || BigInt(ramUsage) <= ramQuota, 'ramExceeded', () =>
        logEntry('account ${account} has insufficient ram; needs ${needs} bytes has ${available} bytes', {
          account: name,
          needs: ramUsage,
          available: Number(ramQuota),
        }),
      );
    }
  }
}

/** The billed account. Source: protocol feature ONLY_BILL_FIRST_AUTHORIZER. */
function firstAuthorizer({ actions }: ReceivedTransaction): string {
  return actions.flatMap(({ authorization }) => authorization)[0]?.actor ?? '';
}

function traceOf(run: TransactionRun, netUsage: number): TransactionTrace {
  const { id, blockNum, blockTimeMs } = run.transaction;
  return {
    id,
    blockNum,
    blockTimeMs,
    elapsedUs: run.cpuUs,
    netUsageBytes: netUsage,
    actionTraces: run.actionTraces,
    rowChanges: run.rowChanges,
  };
}
