import type { ProfileWithoutTables } from '@app/networks';

/** A holder's balances and a token's supply have scopes of their own in every token contract. */
const TOKEN_SCOPES: Readonly<Record<string, (symbols: readonly string[]) => readonly string[]>> = {
  accounts: () => ['the holder'],
  stat: (symbols) => symbols,
};

/** Scopes of a contract's tables, by table, as far as the profile knows them. */
export function knownScopes(
  profile: ProfileWithoutTables,
  code: string,
): ReadonlyMap<string, readonly string[]> {
  const scopes = new Map<string, Set<string>>();
  const add = (table: string, found: readonly string[]): void => {
    scopes.set(table, new Set([...(scopes.get(table) ?? []), ...found]));
  };
  for (const { table, scope } of profile.tablesAt(code)) add(table, [scope]);
  const symbols = profile.tokens().flatMap(({ contract, symbol }) => (contract === code ? [symbol] : []));
  if (symbols.length > 0) for (const [table, of] of Object.entries(TOKEN_SCOPES)) add(table, of(symbols));
  return new Map([...scopes].map(([table, found]) => [table, [...found]]));
}

/** Tables of a contract for a message, sorted, with the scopes that are known: `history2 (scope dex)`. */
export function describedTables(
  tables: readonly string[],
  scopes: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...tables].sort().map((table) => {
    const known = scopes.get(table);
    return known === undefined ? table : `${table} (scope ${known.join(' or ')})`;
  });
}
