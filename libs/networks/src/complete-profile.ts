import {
  ACTION_PLACEHOLDERS,
  type ActionKey,
  MEMO_PLACEHOLDERS,
  type MemoKey,
  type Role,
  ROLES,
  TABLE_PLACEHOLDERS,
  type TableKey,
  TOKEN_SYMBOLS,
  type ApiSymbol,
} from './profile-terms';
import type { WrittenProfile } from './written-profile';

type Section = 'accounts' | 'tokens' | 'tables' | 'actions' | 'memos';
type Entry<S extends Section> = NonNullable<WrittenProfile[S][keyof WrittenProfile[S]]>;

/** A profile without gaps. */
export interface CompleteProfile extends Omit<WrittenProfile, Section | 'vault_name' | 'bitcoin_network'> {
  readonly accounts: Readonly<Record<Role, string>>;
  readonly tokens: Readonly<Record<ApiSymbol, Entry<'tokens'>>>;
  readonly tables: Readonly<Record<TableKey, Entry<'tables'>>>;
  readonly actions: Readonly<Record<ActionKey, Entry<'actions'>>>;
  readonly memos: Readonly<Record<MemoKey, string>>;
  readonly vault_name: string;
  readonly bitcoin_network: NonNullable<WrittenProfile['bitcoin_network']>;
  /** Paths of the entries that the file leaves out, such as `tables.loans`. */
  readonly left_out: ReadonlySet<string>;
}

/** No account, contract, table or action has this name: an entry that is left out matches nothing on a chain. */
const NOTHING = '';

/** The transfer of the standard token contract. */
const TRANSFER: Entry<'actions'> = {
  account: 'token',
  name: 'transfer',
  data: { from: '{from}', to: '{to}', quantity: '{quantity}', memo: '{memo}' },
};

/** Fills the gaps of a profile with entries that name nothing, and lists them. */
export function completeProfile(written: WrittenProfile): CompleteProfile {
  const leftOut = new Set<string>();
  const complete = <K extends string, V>(
    section: string,
    keys: readonly K[],
    entries: Readonly<Partial<Record<K, V | undefined>>>,
    absent: (key: K) => V,
  ): Record<K, V> =>
    Object.fromEntries(
      keys.map((key) => {
        const entry = entries[key];
        if (entry === undefined) leftOut.add(`${section}.${key}`);
        return [key, entry ?? absent(key)];
      }),
    ) as Record<K, V>;
  if (Object.keys(written.pairs).length === 0) leftOut.add('pairs');
  const actions = { ...written.actions, transfer: written.actions.transfer ?? TRANSFER };
  return {
    ...written,
    accounts: complete('accounts', ROLES, written.accounts, () => NOTHING),
    tokens: complete('tokens', TOKEN_SYMBOLS, written.tokens, (symbol) => ({
      ...{ contract: NOTHING, symbol, precision: symbol === 'NATIVE' ? 4 : 8 },
    })),
    tables: complete('tables', keysOf(TABLE_PLACEHOLDERS), written.tables, () => ({
      ...{ code: 'exchange', table: NOTHING, scope: NOTHING },
    })),
    actions: complete('actions', keysOf(ACTION_PLACEHOLDERS), actions, () => ({
      ...{ account: 'lending', name: NOTHING, data: {} },
    })),
    memos: complete('memos', keysOf(MEMO_PLACEHOLDERS), written.memos, () => NOTHING),
    vault_name: written.vault_name ?? '{id}.{lending}',
    bitcoin_network: written.bitcoin_network ?? 'mainnet',
    left_out: leftOut,
  };
}

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[];
