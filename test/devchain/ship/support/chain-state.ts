import { bytesToHex, nameFromValue, publicKeyLegacyText, readPublicKey, ByteReader } from '@app/antelope';
import type { PermissionLinkRow, PermissionRow } from '@app/ship';
import type { NodeClient } from '../../../harness/node/node-client';
import type { ReplayedState } from '../../../harness/ship/replayed-state';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean | string;
  readonly next_key?: string;
}
interface HexRow {
  readonly data: string;
  readonly payer: string;
}
interface Table {
  readonly code: string;
  readonly scope: string;
  readonly table: string;
  readonly payer: string;
  readonly count: number;
}
interface Account {
  readonly ram_quota: number;
  readonly ram_usage: number;
  readonly net_weight: number;
  readonly cpu_weight: number;
  readonly privileged: boolean;
  readonly created: string;
  readonly permissions: readonly {
    readonly perm_name: string;
    readonly parent: string;
    readonly required_auth: object;
    readonly linked_actions: readonly { account: string; action?: string }[];
  }[];
  readonly eosio_any_linked_actions: readonly { account: string; action?: string }[];
}

const name = nameFromValue;
const byText = (left: string, right: string): number => (left < right ? -1 : 1);
const place = ({ code, scope, table }: { code: bigint; scope: bigint; table: bigint }): string =>
  `${name(code)} ${name(scope)} ${name(table)}`;

/** The tables of contracts by place, each with its payer and the number of its rows and index entries. */
export function tablesOf(state: ReplayedState): Record<string, string> {
  const counts = new Map<string, number>();
  const count = (row: Parameters<typeof place>[0]): unknown =>
    counts.set(place(row), (counts.get(place(row)) ?? 0) + 1);
  state.rows('contract_row').forEach(count);
  state.rows('contract_index64').forEach(count);
  state.rows('contract_index128').forEach(count);
  state.rows('contract_index256').forEach(count);
  state.rows('contract_index_double').forEach(count);
  state.rows('contract_index_long_double').forEach(count);
  const tables = state.rows('contract_table');
  return sorted(tables.map((row) => [place(row), `${name(row.payer)} ${String(counts.get(place(row)))}`]));
}

/** The same as the node says it. */
export async function tablesOfNode(
  node: NodeClient,
  codes: readonly string[],
): Promise<Record<string, string>> {
  const tables = await Promise.all(codes.map((code) => scopes(node, code)));
  return sorted(
    tables
      .flat()
      .map(({ code, scope, table, payer, count }) => [
        `${code} ${scope} ${table}`,
        `${payer} ${String(count)}`,
      ]),
  );
}

/** The rows of contracts by place, as hex with their payers, in the order of their primary keys. */
export function rowsOf(state: ReplayedState): Record<string, HexRow[]> {
  const tables: Record<string, HexRow[]> = {};
  const ordered = state
    .rows('contract_row')
    .sort((left, right) => (left.primaryKey < right.primaryKey ? -1 : 1));
  for (const row of ordered) {
    (tables[place(row)] ??= []).push({ data: bytesToHex(row.value), payer: name(row.payer) });
  }
  return sorted(Object.entries(tables));
}

/** The same by get_table_rows. */
export async function rowsOfNode(
  node: NodeClient,
  places: readonly string[],
): Promise<Record<string, HexRow[]>> {
  const tables: [string, HexRow[]][] = [];
  for (const at of places) {
    const [code, scope, table] = at.split(' ');
    const body = { code, scope, table, json: false, show_payer: true, limit: -1, time_limit_ms: 10_000 };
    const { rows, more } = await node.read<Page<HexRow>>('get_table_rows', body);
    if (more !== false) throw new Error(`${at} has more rows than one page`);
    tables.push([at, rows.map(({ data, payer }) => ({ data, payer }))]);
  }
  return sorted(tables);
}

/** The account with its ABI, as get_account and get_raw_abi say it. */
export async function accountOfNode(node: NodeClient, account: string): Promise<object> {
  const answer = await node.read<Account>('get_account', { account_name: account });
  const { abi } = await node.read<{ abi: string }>('get_raw_abi', { account_name: account });
  const linked = answer.permissions.flatMap(({ perm_name, linked_actions }) =>
    linked_actions.map((action) => linkText(action, perm_name)),
  );
  const any = answer.eosio_any_linked_actions.map((action) => linkText(action, 'eosio.any'));
  return {
    account,
    created: answer.created,
    privileged: answer.privileged,
    limits: [answer.ram_quota, answer.net_weight, answer.cpu_weight].map(String),
    ramUsage: String(answer.ram_usage),
    abi: Buffer.from(abi, 'base64').toString('hex'),
    permissions: answer.permissions.map(({ perm_name, parent, required_auth }) => [
      ...[perm_name, parent, required_auth],
    ]),
    links: [...linked, ...any].sort(byText),
  };
}

/** All accounts by the sum of the deltas, in the shape of `accountOfNode`. */
export function accountsOf(state: ReplayedState): object[] {
  const metadata = new Map(state.rows('account_metadata').map((row) => [row.name, row]));
  const limits = new Map(state.rows('resource_limits').map((row) => [row.owner, row]));
  const usage = new Map(state.rows('resource_usage').map((row) => [row.owner, row]));
  return state.rows('account').map(({ name: account, creationDate, abi }) => {
    const { ramBytes, netWeight, cpuWeight } = limits.get(account)!;
    return {
      account: name(account),
      created: new Date(946_684_800_000 + creationDate * 500).toISOString().replace('Z', ''),
      privileged: metadata.get(account)!.privileged,
      limits: [ramBytes, netWeight, cpuWeight].map(String),
      ramUsage: String(usage.get(account)!.ramUsage),
      abi: bytesToHex(abi),
      permissions: state
        .rows('permission')
        .filter(({ owner }) => owner === account)
        .sort((left, right) => (left.name < right.name ? -1 : 1))
        .map((row) => [name(row.name), name(row.parent), authority(row)]),
      links: state
        .rows('permission_link')
        .filter((row) => row.account === account)
        .map(linkOf)
        .sort(byText),
    };
  });
}

async function scopes(node: NodeClient, code: string): Promise<Table[]> {
  const { rows, more } = await node.read<Page<Table>>('get_table_by_scope', {
    ...{ code, limit: 1000, time_limit_ms: 10_000 },
  });
  if (more !== '') throw new Error(`${code} has more tables than one page`);
  return [...rows];
}

const authority = ({ auth }: PermissionRow): object => ({
  threshold: auth.threshold,
  keys: auth.keys.map(({ key, weight }) => ({
    key: publicKeyLegacyText(readPublicKey(new ByteReader(key))),
    weight,
  })),
  accounts: auth.accounts.map(({ permission: { actor, permission }, weight }) => ({
    permission: { actor: name(actor), permission: name(permission) },
    weight,
  })),
  waits: auth.waits.map(({ waitSec, weight }) => ({ wait_sec: waitSec, weight })),
});

const linkText = (
  { account, action = '' }: { account: string; action?: string },
  permission: string,
): string => `${account} ${action} ${permission}`;

const linkOf = ({ code, messageType, requiredPermission }: PermissionLinkRow): string =>
  linkText({ account: name(code), action: name(messageType) }, name(requiredPermission));

const sorted = <T>(entries: [string, T][]): Record<string, T> =>
  Object.fromEntries(entries.sort(([left], [right]) => byText(left, right)));
