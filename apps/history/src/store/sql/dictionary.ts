import type { BlockWrites } from '../../derive/block-writes';
import type { Name } from '../../derive/name';
import { inList, slices } from './in-list';
import { ACTION_TYPE, NAME, TABLE_TYPE, type Table } from './schema';
import type { SqlSession } from './session';
import { int, signed, unsigned } from './values';

/** Names that are kept in memory; beyond it all are forgotten and read again. */
const MAX_CACHED = 500_000;
/** A pair of numbers as one: ids have at most 26 bits. */
const PAIR = 2 ** 26;

/** Numbers of names, actions and tables. A number is given once and never changes. */
export class Dictionary {
  private readonly names = new Map<Name, number>();
  private readonly actionTypes = new Map<number, number>();
  private readonly tableTypes = new Map<number, number>();

  /** Makes everything that the blocks mention known. */
  async prepare(session: SqlSession, blocks: readonly BlockWrites[]): Promise<void> {
    if (this.names.size > MAX_CACHED) this.forget();
    const unknown = new Set<Name>();
    for (const writes of blocks)
      for (const name of namesOf(writes)) if (!this.names.has(name)) unknown.add(name);
    await this.learnNames(session, [...unknown]);
    await this.learnPairs(session, ACTION_TYPE, this.actionTypes, actionPairs(blocks));
    await this.learnPairs(session, TABLE_TYPE, this.tableTypes, tablePairs(blocks));
  }

  readonly nameId = (name: Name): number => known(this.names.get(name));

  actionType(code: Name, name: Name): number {
    return known(this.actionTypes.get(this.pair(code, name)));
  }

  tableType(code: Name, table: Name): number {
    return known(this.tableTypes.get(this.pair(code, table)));
  }

  /** For after a rollback, which may have removed new numbers. */
  forget(): void {
    this.names.clear();
    this.actionTypes.clear();
    this.tableTypes.clear();
  }

  private pair(left: Name, right: Name): number {
    return this.nameId(left) * PAIR + this.nameId(right);
  }

  private async learnNames(session: SqlSession, names: readonly Name[]): Promise<void> {
    for (const slice of slices(names)) {
      const { placeholders, params } = inList(slice.map(signed));
      const rows = await session.all(`SELECT id, value FROM name WHERE value IN ${placeholders}`, params);
      for (const { id, value } of rows) this.names.set(unsigned(value), int(id));
    }
    const missing = names.filter((name) => !this.names.has(name));
    if (missing.length === 0) return;
    let next = await nextId(session, NAME);
    await session.insert(
      NAME,
      missing.map((name) => {
        this.names.set(name, next);
        return [next++, signed(name)];
      }),
    );
  }

  private async learnPairs(
    session: SqlSession,
    table: Table,
    ids: Map<number, number>,
    pairs: Iterable<readonly [Name, Name]>,
  ): Promise<void> {
    const missing = new Map<number, readonly [number, number]>();
    for (const [left, right] of pairs) {
      const pair = this.pair(left, right);
      if (!ids.has(pair)) missing.set(pair, [this.nameId(left), this.nameId(right)]);
    }
    for (const [pair, [code, name]] of missing) {
      const rows = await session.all(`SELECT id FROM ${table.name} WHERE code = ? AND name = ?`, [
        code,
        name,
      ]);
      const id = rows[0] === undefined ? await nextId(session, table) : int(rows[0].id);
      if (rows[0] === undefined) await session.insert(table, [[id, code, name]]);
      ids.set(pair, id);
    }
  }
}

function known(id: number | undefined): number {
  if (id === undefined) throw new Error('the dictionary was not prepared for this block');
  return id;
}

async function nextId(session: SqlSession, table: Table): Promise<number> {
  const [row] = await session.all(`SELECT max(id) AS id FROM ${table.name}`);
  return (row?.id ?? null) === null ? 1 : int(row?.id) + 1;
}

function* actionPairs(blocks: readonly BlockWrites[]): Generator<readonly [Name, Name]> {
  for (const { actions } of blocks) for (const { account, name } of actions) yield [account, name];
}

function* tablePairs(blocks: readonly BlockWrites[]): Generator<readonly [Name, Name]> {
  for (const { deltas } of blocks) for (const { code, table } of deltas) yield [code, table];
}

function* namesOf({ block, actions, deltas }: BlockWrites): Generator<Name> {
  yield block.producer;
  for (const action of actions) {
    yield action.account;
    yield action.name;
    yield* action.accounts;
    for (const { actor, permission } of action.authorization) {
      yield actor;
      yield permission;
    }
    for (const { receiver, authSequence } of action.receipts) {
      yield receiver;
      for (const { account } of authSequence) yield account;
    }
    for (const { account } of action.ramDeltas) yield account;
    for (const { value } of action.fields) yield value;
  }
  for (const { code, scope, table, payer } of deltas) {
    yield code;
    yield scope;
    yield table;
    yield payer;
  }
}
