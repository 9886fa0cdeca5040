import type { RowBilling } from './row-access';
import type { RowChange } from './trace';
import type { TransactionRun } from './transaction-run';

/** Bookkeeping of one execution, out of reach of the contract's code: console output, row writes, RAM. */
export class ExecutionRecord implements RowBilling {
  console = '';
  /** Rows this execution added, changed or removed. */
  rowWrites = 0;
  /** RAM this execution added or freed, by account. */
  readonly ramDeltas = new Map<string, number>();

  constructor(
    private readonly run: TransactionRun,
    readonly receiver: string,
  ) {}

  get isReadOnly(): boolean {
    return this.run.transaction.isReadOnly;
  }

  addRam(name: string, bytes: number): void {
    if (bytes === 0) return;
    const { accounts } = this.run.host.state;
    const account = accounts.get(name);
    accounts.update(account, { ramUsage: account.ramUsage + bytes });
    if (bytes > 0) this.checkRam(name);
    this.ramDeltas.set(name, (this.ramDeltas.get(name) ?? 0) + bytes);
  }

  /** Has the account's RAM checked at the end of the transaction. */
  checkRam(name: string): void {
    this.run.ramToCheck.add(name);
  }

  addRowChange(change: RowChange): void {
    this.rowWrites++;
    this.run.rowChanges.push(change);
  }
}
