import { checkAuthorization } from '../accounts/authorization';
import { CODE_PERMISSION } from '../accounts/permissions';
import { ChainError, ensure } from '../sdk/errors/chain-error';
import type { ActionData, RowDelta } from './trace';
import { ActionContext } from './action-context';
import { type LogEntry, logEntry } from '../sdk/errors/log-entry';
import { asRefusal, runCode } from './dispatch';
import { requireExisting, requireOwnRam } from './restrictions';
import { finishExecution } from './receipts';
import type { ExecutionHost, TransactionFacts, TransactionRun } from './transaction-run';

/**
 * One action: at its own account, at all that are notified, then everything they sent inline.
 * Source: eosio::chain::apply_context::exec.
 */
export class ActionRun {
  readonly act: ActionData;
  readonly contextFree: boolean;
  /** The receivers in the order of notification, the first being the action's own account. */
  private readonly receivers: { account: string; ordinal: number }[] = [];
  private readonly inlineOrdinals: number[] = [];

  constructor(
    private readonly transactionRun: TransactionRun,
    private readonly ordinal: number,
    private readonly depth: number,
  ) {
    const { act, receiver, contextFree } = transactionRun.trace(ordinal);
    this.act = act;
    this.contextFree = contextFree;
    this.receivers.push({ account: receiver, ordinal });
  }

  get host(): ExecutionHost {
    return this.transactionRun.host;
  }

  get transaction(): TransactionFacts {
    return this.transactionRun.transaction;
  }

  execute(): void {
    // The list grows while it is walked: a notified account may notify others.
    for (const { account, ordinal } of this.receivers) this.executeAt(account, ordinal);
    if (this.inlineOrdinals.length === 0) return;
    ensure(
      this.depth < this.host.state.config.max_inline_action_depth,
      'transaction',
      () => 'max inline action depth per transaction reached',
    );
    for (const ordinal of this.inlineOrdinals) this.transactionRun.executeScheduled(ordinal, this.depth + 1);
  }

  notify(account: string, creatorOrdinal: number): void {
    if (this.receivers.some((receiver) => receiver.account === account)) return;
    const ordinal = this.transactionRun.schedule(this.act, account, {
      creatorOrdinal,
      ancestorOrdinal: this.ordinal,
    });
    this.receivers.push({ account, ordinal });
  }

  inline(sender: string, creatorOrdinal: number, act: ActionData): void {
    this.checkInline(sender, act);
    const ordinal = this.transactionRun.schedule(act, act.account, {
      creatorOrdinal,
      ancestorOrdinal: this.ordinal,
    });
    this.inlineOrdinals.push(ordinal);
  }

  senderOf(ordinal: number): string {
    const { creatorOrdinal } = this.transactionRun.trace(ordinal);
    return creatorOrdinal === 0 ? '' : this.transactionRun.trace(creatorOrdinal).receiver;
  }

  addRam(name: string, bytes: number): void {
    const { accounts } = this.host.state;
    const account = accounts.get(name);
    accounts.update(account, { ramUsage: account.ramUsage + bytes });
    if (bytes > 0) this.checkRam(name);
  }

  /** Has the account's RAM checked at the end of the transaction. */
  checkRam(name: string): void {
    this.transactionRun.ramToCheck.add(name);
  }

  addRowDelta(delta: RowDelta): void {
    this.transactionRun.rowDeltas.push(delta);
  }

  private executeAt(receiver: string, ordinal: number): void {
    const context = new ActionContext(this, receiver, ordinal);
    const trace = this.transactionRun.trace(ordinal);
    try {
      const returnValue = runCode(this.host, context, this.contextFree);
      requireOwnRam(this.host.state, context);
      finishExecution(this.transactionRun, trace, context, returnValue);
    } catch (error) {
      throw this.failed(error, ordinal, context);
    }
  }

  private failed(error: unknown, ordinal: number, context: ActionContext): unknown {
    const { receiver } = context;
    const refusal = asRefusal(error);
    if (!(refusal instanceof ChainError)) return error;
    const except = refusal.withEntry(consoleEntry(receiver, this.act, context.console));
    Object.assign(this.transactionRun.trace(ordinal), { except, console: context.console });
    return except;
  }

  private checkInline(sender: string, act: ActionData): void {
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
