import { checkAuthorization } from '../accounts/authorization';
import type { ActionData } from '../sdk/action-data';
import { ChainError, ensure } from '../sdk/errors/chain-error';
import { type LogEntry, logEntry } from '../sdk/errors/log-entry';
import { CODE_PERMISSION } from '../sdk/permissions';
import { ActionExecution, type RunningAction } from './action-execution';
import { asRefusal, runCode } from './dispatch';
import { ExecutionRecord } from './execution-record';
import { finishExecution } from './receipts';
import { requireExisting, requireOwnRam } from './restrictions';
import type { ExecutionHost, TransactionFacts, TransactionRun } from './transaction-run';

const NO_RESULT = new Uint8Array();

/**
 * One action: at its own account, at all that are notified, then everything they sent inline.
 * Source: eosio::chain::apply_context::exec.
 */
export class ActionRun implements RunningAction {
  readonly act: ActionData;
  readonly contextFree: boolean;
  /** The receivers in the order of notification, the first being the action's own account. */
  readonly #receivers: { account: string; ordinal: number }[] = [];
  readonly #inlineOrdinals: number[] = [];

  constructor(
    private readonly transactionRun: TransactionRun,
    private readonly ordinal: number,
    private readonly depth: number,
  ) {
    const { act, receiver, contextFree } = transactionRun.trace(ordinal);
    this.act = act;
    this.contextFree = contextFree;
    this.#receivers.push({ account: receiver, ordinal });
  }

  get host(): ExecutionHost {
    return this.transactionRun.host;
  }

  get transaction(): TransactionFacts {
    return this.transactionRun.transaction;
  }

  execute(): void {
    // The list grows while it is walked: a notified account may notify others.
    for (const { account, ordinal } of this.#receivers) this.#executeAt(account, ordinal);
    if (this.#inlineOrdinals.length === 0) return;
    ensure(
      this.depth < this.host.state.config.max_inline_action_depth,
      'transaction',
      () => 'max inline action depth per transaction reached',
    );
    for (const ordinal of this.#inlineOrdinals) {
      new ActionRun(this.transactionRun, ordinal, this.depth + 1).execute();
    }
  }

  notify(account: string, creatorOrdinal: number): void {
    if (this.#receivers.some((receiver) => receiver.account === account)) return;
    const ordinal = this.transactionRun.schedule(this.act, account, {
      creatorOrdinal,
      ancestorOrdinal: this.ordinal,
    });
    this.#receivers.push({ account, ordinal });
  }

  inline(sender: string, creatorOrdinal: number, act: ActionData): void {
    this.#checkInline(sender, act);
    const ordinal = this.transactionRun.schedule(act, act.account, {
      creatorOrdinal,
      ancestorOrdinal: this.ordinal,
    });
    this.#inlineOrdinals.push(ordinal);
  }

  senderOf(ordinal: number): string {
    const { creatorOrdinal } = this.transactionRun.trace(ordinal);
    return creatorOrdinal === 0 ? '' : this.transactionRun.trace(creatorOrdinal).receiver;
  }

  #executeAt(receiver: string, ordinal: number): void {
    const record = new ExecutionRecord(this.transactionRun, receiver);
    const trace = this.transactionRun.trace(ordinal);
    try {
      const returnValue = this.#runAt(receiver, ordinal, record);
      requireOwnRam(this.host.state, this.act, record);
      finishExecution(this.transactionRun, trace, record, returnValue);
    } catch (error) {
      throw this.#failed(error, ordinal, record);
    }
  }

  /** The encoded return value of the receiver's code, empty when it has none. */
  #runAt(receiver: string, ordinal: number, record: ExecutionRecord): Uint8Array {
    const { state, contracts } = this.host;
    state.accounts.get(receiver);
    const contract = contracts.get(receiver);
    if (contract === undefined) return NO_RESULT;
    if (this.contextFree) {
      throw new ChainError('unaccessibleApi', 'native contracts have no context-free actions');
    }
    return runCode(contract, new ActionExecution(this, receiver, ordinal, record), this.act);
  }

  #failed(error: unknown, ordinal: number, { receiver, console }: ExecutionRecord): unknown {
    const refusal = asRefusal(error);
    if (!(refusal instanceof ChainError)) return error;
    const except = refusal.withEntry(consoleEntry(receiver, this.act, console));
    Object.assign(this.transactionRun.trace(ordinal), { except, console });
    return except;
  }

  #checkInline(sender: string, act: ActionData): void {
    const { state } = this.host;
    requireExisting(state, act);
    const isPrivileged = state.accounts.get(sender).isPrivileged;
    ensure(
      isPrivileged || act.data.length < state.config.max_inline_action_size,
      'inlineActionTooBig',
      () => 'inline action too big for nonprivileged account',
    );
    if (isPrivileged || this.transaction.isReadOnly) return;
    const provided = { keys: [], permissions: [{ actor: sender, permission: CODE_PERMISSION }] };
    checkAuthorization(state, [act], provided, { mustSatisfy: this.transaction.mustSatisfy });
  }
}

/** Says at the end of every failure where it happened, and what the code had printed by then. */
function consoleEntry(receiver: string, { account, name }: ActionData, console: string): LogEntry {
  const format = '${receiver} <= ${account}::${action} pending console output: ${console}';
  return logEntry(format, { console, account, action: name, receiver }, 'warn');
}
