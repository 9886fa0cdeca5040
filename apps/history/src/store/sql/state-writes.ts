import { LONGEST_KEY_BYTES, sha256 } from '@app/antelope';
import type {
  Authority,
  BlockHeader,
  BlockWrites,
  PermissionWrite,
  VoterWrite,
} from '../../derive/block-writes';
import { readAuthority, readVoter, writeAuthority, writePolicies, writeProducers, writeVoter } from './blobs';
import { applyTrades, candleKeys } from './candle-writes';
import type { Dictionary } from './dictionary';
import type { Overlay, Row } from './overlay';
import { applyProposals, loadProposals } from './proposal-writes';
import {
  ABI,
  CANDLE,
  CREATED,
  LINK,
  MISSED,
  PERMISSION,
  PERMISSION_ACCOUNT,
  PERMISSION_KEY,
  PROPOSERS,
  ROW,
  SCHEDULE,
  TOKEN,
  VOTE,
  VOTER,
} from './schema';
import type { SqlSession } from './session';
import { replaceSet } from './sets';
import { bytes, ordered } from './values';

/** One byte for the kind of a key, and its bytes. */
const MAX_INDEXED_KEY_BYTES = 1 + LONGEST_KEY_BYTES;

/** The only row of its table. */
const ONE: Row = [1];

export const SCHEDULE_KIND = { proposed: 0, activated: 1 } as const;

/** Reads the rows that the blocks change. */
export async function loadState(
  session: SqlSession,
  overlay: Overlay,
  blocks: readonly BlockWrites[],
  ids: Dictionary,
): Promise<void> {
  const keys = <T>(list: (writes: BlockWrites) => readonly T[], key: (item: T) => Row): Row[] =>
    blocks.flatMap((writes) => list(writes).map(key));
  const load = (table: Parameters<Overlay['load']>[1], rows: readonly Row[]) =>
    overlay.load(session, table, rows);
  await load(
    ROW,
    keys(
      ({ deltas }) => deltas,
      (delta) => rowKey(delta, ids),
    ),
  );
  await load(
    TOKEN,
    keys(({ tokens }) => tokens, tokenKey),
  );
  await load(
    PERMISSION,
    keys(({ permissions }) => permissions, permissionKey),
  );
  await load(
    LINK,
    keys(({ links }) => links, linkKey),
  );
  await load(
    CREATED,
    keys(
      ({ createdAccounts }) => createdAccounts,
      ({ account }) => [ordered(account)],
    ),
  );
  await load(
    VOTER,
    keys(
      ({ voters }) => voters,
      ({ owner }) => [ordered(owner)],
    ),
  );
  await load(CANDLE, candleKeys(blocks));
  await load(PROPOSERS, blocks.some(({ proposers }) => proposers !== undefined) ? [ONE] : []);
  await loadProposals(session, overlay, blocks);
}

/** Applies a block to the state; the rows that it changes were loaded. */
export function applyState(overlay: Overlay, writes: BlockWrites, ids: Dictionary): void {
  const { block } = writes;
  for (const delta of writes.deltas) {
    const key = rowKey(delta, ids);
    const row = [...key, ordered(delta.payer), delta.value, block.num];
    overlay.put(ROW, key, delta.present ? row : undefined);
  }
  for (const token of writes.tokens) {
    const key = tokenKey(token);
    const row = token.units === undefined ? undefined : [...key, token.precision, token.units, block.num];
    overlay.put(TOKEN, key, row);
  }
  for (const permission of writes.permissions) applyPermission(overlay, block, permission);
  for (const link of writes.links) {
    const key = linkKey(link);
    const row =
      link.permission === undefined ? undefined : [...key, ordered(link.permission), block.num, block.timeMs];
    overlay.put(LINK, key, row);
  }
  for (const voter of writes.voters) applyVoter(overlay, block, voter);
  applyProposals(overlay, writes);
  applyTrades(overlay, writes);
  applyProposers(overlay, writes);
  appendEvents(overlay, writes);
}

function applyProposers(overlay: Overlay, { block, proposers }: BlockWrites): void {
  if (proposers === undefined) return;
  const { policies } = proposers;
  overlay.put(PROPOSERS, ONE, policies && [...ONE, writePolicies(policies), block.num]);
}

/** Tables that get new keys only, save for accounts. */
function appendEvents(overlay: Overlay, writes: BlockWrites): void {
  const { block } = writes;
  const add = (key: Row, rest: Row, table: Parameters<Overlay['put']>[0]) => {
    overlay.replace(table, key, undefined, [...key, ...rest]);
  };
  const actions = new Map(writes.actions.map((action) => [action.globalSequence, action]));
  for (const { account, creator, globalSequence } of writes.createdAccounts) {
    const transaction = actions.get(globalSequence)?.transaction ?? -1;
    const id = writes.transactions[transaction]?.id ?? new Uint8Array(32);
    const key = [ordered(account)];
    overlay.put(CREATED, key, [...key, ordered(creator), globalSequence, id, block.num, block.timeMs]);
  }
  for (const { kind, version, producers } of writes.schedules)
    add([SCHEDULE_KIND[kind], block.num, version], [block.timeMs, writeProducers(producers)], SCHEDULE);
  for (const { timeMs, producer, size, scheduleVersion } of writes.missedBlocks)
    add([block.num, timeMs], [ordered(producer), size, scheduleVersion], MISSED);
  for (const { account, globalSequence, abi } of writes.abis)
    add([ordered(account), globalSequence], [block.num, sha256(abi), abi], ABI);
}

const rowKey = (delta: BlockWrites['deltas'][number], ids: Dictionary): Row => [
  ids.tableType(delta.code, delta.table),
  ordered(delta.scope),
  ordered(delta.primaryKey),
];

const tokenKey = (token: BlockWrites['tokens'][number]): Row => [
  ordered(token.account),
  ordered(token.contract),
  ordered(token.symbolCode),
];

const permissionKey = ({ owner, name }: Pick<PermissionWrite, 'owner' | 'name'>): Row => [
  ordered(owner),
  ordered(name),
];

const linkKey = ({ account, code, action }: BlockWrites['links'][number]): Row => [
  ordered(account),
  ordered(code),
  ordered(action),
];

function applyPermission(overlay: Overlay, { num }: BlockHeader, permission: PermissionWrite): void {
  const key = permissionKey(permission);
  const before = overlay.get(PERMISSION, key);
  const previous = before === undefined ? undefined : readAuthority(bytes(before[4]));
  const { authority, parent, lastUpdatedMs } = permission;
  const row = authority && [...key, ordered(parent), lastUpdatedMs, writeAuthority(authority), num];
  overlay.put(PERMISSION, key, row);
  replaceSet(overlay, PERMISSION_KEY, keyRows(previous, key), keyRows(authority, key));
  replaceSet(overlay, PERMISSION_ACCOUNT, actorRows(previous, key), actorRows(authority, key));
}

/**
 * Keys that have a text: no request can name a longer one, and PostgreSQL refuses an entry of an index above
 * 2,704 bytes, while nodes take keys of web authenticators of any length.
 */
const keyRows = (authority: Authority | undefined, permission: Row): Row[] =>
  (authority?.keys ?? [])
    .filter(({ key }) => key.length <= MAX_INDEXED_KEY_BYTES)
    .map(({ key }) => [key, ...permission]);

const actorRows = (authority: Authority | undefined, permission: Row): Row[] =>
  (authority?.accounts ?? []).map(({ actor }) => [ordered(actor), ...permission]);

function applyVoter(overlay: Overlay, { num }: BlockHeader, { owner, voter }: VoterWrite): void {
  const key = [ordered(owner)];
  const before = overlay.get(VOTER, key);
  const previous = before === undefined ? undefined : readVoter(bytes(before[2]));
  const row = voter && [...key, voter.lastVoteWeight, writeVoter(voter), num, voter.isProxy ? 1 : 0];
  overlay.put(VOTER, key, row);
  const rows = (of: VoterWrite['voter']): Row[] =>
    (of?.producers ?? []).map((producer) => [ordered(producer), ordered(owner), of?.lastVoteWeight ?? 0]);
  replaceSet(overlay, VOTE, rows(previous), rows(voter));
}
