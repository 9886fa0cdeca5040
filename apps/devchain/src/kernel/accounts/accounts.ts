import { ChainError } from '../chain-error';
import type { UndoLog } from '../store/undo-log';
import { type AccountState, newAccountState } from './account-state';

/** The accounts of the chain. */
export class Accounts {
  private readonly byName = new Map<string, AccountState>();

  constructor(private readonly undo: UndoLog) {}

  get size(): number {
    return this.byName.size;
  }

  find(name: string): AccountState | undefined {
    return this.byName.get(name);
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Throws a ChainError for an unknown account. */
  get(name: string): AccountState {
    const account = this.byName.get(name);
    if (account === undefined) throw new ChainError('accountQuery', `unknown account ${name}`);
    return account;
  }

  create(name: string, createdMs: number): AccountState {
    const account = newAccountState(name, createdMs);
    this.undo.put(this.byName, name, account);
    return account;
  }

  update(account: AccountState, changes: Partial<AccountState>): void {
    this.undo.assign(account, changes);
  }

  all(): Iterable<AccountState> {
    return this.byName.values();
  }
}
