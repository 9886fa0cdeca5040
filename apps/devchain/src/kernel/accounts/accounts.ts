import { ChainError } from '../sdk/errors/chain-error';
import type { UndoLog } from '../store/undo-log';
import { type AccountState, newAccountState } from './account-state';

/** The accounts of the chain. */
export class Accounts {
  readonly #byName = new Map<string, AccountState>();

  /** Since the last sealed block, as they were at it; undefined for one that is new. */
  #touched = new Map<string, AccountState | undefined>();

  constructor(private readonly undo: UndoLog) {}

  get size(): number {
    return this.#byName.size;
  }

  find(name: string): AccountState | undefined {
    return this.#byName.get(name);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Throws a ChainError for an unknown account. */
  get(name: string): AccountState {
    const account = this.#byName.get(name);
    if (account === undefined) throw new ChainError('accountQuery', `unknown account ${name}`);
    return account;
  }

  create(name: string, createdMs: number): AccountState {
    const account = newAccountState(name, createdMs);
    if (!this.#touched.has(name)) this.#touched.set(name, undefined);
    this.undo.put(this.#byName, name, account);
    return account;
  }

  update(account: AccountState, changes: Partial<AccountState>): void {
    this.touch(account);
    this.undo.assign(account, changes);
  }

  /** To be called before each write to an account, its permissions or its links. */
  touch(account: AccountState): void {
    if (!this.#touched.has(account.name)) this.#touched.set(account.name, copied(account));
  }

  /**
   * The accounts written to since the last call, as they were at it; undefined for a new one. Writes that were rolled
   * back are included: compare with the account as it is. Sequence numbers are not compared.
   */
  takeTouched(): ReadonlyMap<string, AccountState | undefined> {
    const touched = this.#touched;
    this.#touched = new Map();
    return touched;
  }

  save(): readonly AccountState[] {
    return Array.from(this.#byName.values(), copied);
  }

  load(saved: readonly AccountState[]): void {
    this.#byName.clear();
    this.#touched = new Map();
    for (const account of saved) this.#byName.set(account.name, copied(account));
  }

  all(): Iterable<AccountState> {
    return this.#byName.values();
  }
}

/** Permissions and usage are replaced, never changed; what holds them is. */
function copied(account: AccountState): AccountState {
  return { ...account, permissions: new Map(account.permissions), links: new Map(account.links) };
}
