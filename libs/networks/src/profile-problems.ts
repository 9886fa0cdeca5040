import { MEMO_ROLES, type MemoKey, type Role, TOKEN_SYMBOLS } from './profile-terms';
import type { WrittenProfile } from './written-profile';

interface Problem {
  readonly path: string[];
  readonly message: string;
}

/** Contradictions among the entries of a profile: a token or pair twice, and entries that stand on one that is left out. */
export function profileProblems(written: WrittenProfile): Problem[] {
  return [
    ...sameTokens(written),
    ...samePairs(written),
    ...danglingEntries(written),
    ...missingEntries(written),
  ];
}

function sameTokens({ tokens }: WrittenProfile): Problem[] {
  const seen = new Map<string, string>();
  return TOKEN_SYMBOLS.flatMap((symbol): Problem[] => {
    const token = tokens[symbol];
    if (token === undefined) return [];
    const key = `${token.contract} ${token.symbol}`;
    const other = seen.get(key);
    seen.set(key, symbol);
    return other === undefined
      ? []
      : [{ path: ['tokens', symbol], message: `is the same token as ${other}` }];
  });
}

/** An order names its tokens and a book its scope, so two pairs share neither. */
function samePairs({ pairs }: WrittenProfile): Problem[] {
  const seen = new Map<string, string>();
  return Object.entries(pairs).flatMap(([key, { name, base, quote }]): Problem[] => {
    const others = [name, `${base}/${quote}`].flatMap((identity) => {
      const other = seen.get(identity);
      seen.set(identity, key);
      return other === undefined ? [] : [other];
    });
    const [other] = others;
    return other === undefined ? [] : [{ path: ['pairs', key], message: `is the same pair as ${other}` }];
  });
}

/** Entries that name a role, a token or an action that is left out. */
function danglingEntries({ accounts, tokens, pairs, tables, actions, relay }: WrittenProfile): Problem[] {
  const without = (path: string[], entry: string): Problem => ({ path, message: `${entry} is left out` });
  const byRole = (
    section: string,
    entries: Readonly<Record<string, Role | 'token' | undefined>>,
  ): Problem[] =>
    Object.entries(entries).flatMap(([key, role]) =>
      role === undefined || role === 'token' || accounts[role] !== undefined
        ? []
        : [without([section, key], `accounts.${role}`)],
    );
  const rolesOf = (entries: object, member: string) =>
    Object.fromEntries(
      Object.entries(entries as Record<string, Record<string, Role> | undefined>).map(([key, entry]) => [
        key,
        entry?.[member],
      ]),
    );
  return [
    ...byRole('tables', rolesOf(tables, 'code')),
    ...byRole('actions', rolesOf(actions, 'account')),
    ...Object.entries(pairs).flatMap(([name, { base, quote }]) =>
      [base, quote]
        .filter((symbol) => tokens[symbol] === undefined)
        .map((symbol) => without(['pairs', name], `tokens.${symbol}`)),
    ),
    ...relay.transfers
      .filter((symbol) => tokens[symbol] === undefined)
      .map((symbol) => without(['relay', 'transfers'], `tokens.${symbol}`)),
    ...relay.actions
      .filter((key) => actions[key] === undefined)
      .map((key) => without(['relay', 'actions'], `actions.${key}`)),
  ];
}

/** Entries that a role which is named cannot do without: the tools would write something else in their place. */
function missingEntries({ accounts, memos, vault_name, bitcoin_network }: WrittenProfile): Problem[] {
  const missing = (path: string[], role: Role): Problem => ({
    path,
    message: `is missing: accounts.${role} is named`,
  });
  const bridge = (['btc_bridge', 'vault_bridge'] as const).find((role) => accounts[role] !== undefined);
  return [
    ...(Object.keys(MEMO_ROLES) as MemoKey[])
      .filter((key) => memos[key] === undefined && accounts[MEMO_ROLES[key]] !== undefined)
      .map((key) => missing(['memos', key], MEMO_ROLES[key])),
    ...(vault_name === undefined && accounts.lending !== undefined
      ? [missing(['vault_name'], 'lending')]
      : []),
    ...(bitcoin_network === undefined && bridge !== undefined ? [missing(['bitcoin_network'], bridge)] : []),
  ];
}
