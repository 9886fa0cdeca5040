import { bytesToHex } from '@app/antelope';
import { createHash } from 'node:crypto';
import type { AccountState } from '../accounts/account-state';
import type { Table } from '../store/table';
import type { ChainState } from './chain-state';

/** SHA-256 over the whole state in one canonical order, 64 hex digits. */
export function stateDigest(state: ChainState): string {
  const hash = createHash('sha256');
  for (const line of stateLines(state)) hash.update(`${line}\n`);
  return hash.digest('hex');
}

/** The state as lines of text: counters, accounts by name, tables by place, transactions by id. */
export function* stateLines(state: ChainState): Generator<string> {
  const { counters, requests, resources, accounts, tables, recentTransactions } = state;
  yield text({ counters, requests, resources: resources.snapshot(), size: tables.size });
  for (const account of [...accounts.all()].sort(byKey(({ name }) => name))) yield accountLine(account);
  for (const table of [...tables.tables()].sort(byKey(placeKey))) yield* tableLines(table);
  for (const entry of recentTransactions.entries()) yield text(entry);
}

function accountLine({ permissions, links, ...account }: AccountState): string {
  return text({
    ...account,
    permissions: [...permissions.values()].sort(byKey(({ name }) => name)),
    // In their order, which clients see.
    links: [...links],
  });
}

function* tableLines(table: Table): Generator<string> {
  yield text([table.place, table.payer, table.count]);
  for (const row of table.rows()) yield text(row);
  // The indexes are state of their own: a row may be right and its place in an index wrong.
  for (const number of table.place.kinds.keys()) {
    for (const { key, row } of table.index(number)?.entries() ?? [])
      yield text([number, key, row.primaryKey]);
  }
}

function placeKey({ place: { code, scope, table } }: Table): string {
  return `${code} ${table} ${scope.toString().padStart(20, '0')}`;
}

function byKey<T>(keyOf: (item: T) => string): (left: T, right: T) => number {
  return (left, right) => (keyOf(left) < keyOf(right) ? -1 : 1);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'bigint') return `${member.toString()}n`;
    return member instanceof Uint8Array ? bytesToHex(member) : member;
  });
}
