import type { BlockWrites } from '../../derive/block-writes';
import type { Name } from '../../derive/name';
import { inList, slices } from './in-list';
import { PairMap } from './pair-map';
import { ACTION_TYPE, NAME, TABLE_TYPE } from './schema';
import type { Table } from './table';
import type { SqlSession } from './session';
import { int, signed, unsigned } from './values';

/** Names that are kept in memory; beyond it all are forgotten and read again. */
const MAX_CACHED = 500_000;
/** The columns of ids have 31 bits. */
const MAX_ID = 2 ** 31 - 1;

/** Numbers of names, actions and tables. A number is given once and never changes. */
export class Dictionary {
  readonly #names = new Map<Name, number>();
  readonly #actionTypes = new PairMap<number>();
  readonly #tableTypes = new PairMap<number>();

  /** Makes everything that the blocks mention known. */
  async prepare(session: SqlSession, blocks: readonly BlockWrites[]): Promise<void> {
    if (this.#names.size > MAX_CACHED) this.forget();
    const unknown = new Set<Name>();
    for (const writes of blocks)
      for (const name of namesOf(writes)) if (!this.#names.has(name)) unknown.add(name);
    await this.#learnNames(session, [...unknown]);
    await this.#learnPairs(session, ACTION_TYPE, this.#actionTypes, actionPairs(blocks));
    await this.#learnPairs(session, TABLE_TYPE, this.#tableTypes, tablePairs(blocks));
  }

  readonly nameId = (name: Name): number => known(this.#names.get(name));

  actionType(code: Name, name: Name): number {
    return known(this.#actionTypes.get(this.nameId(code), this.nameId(name)));
  }

  tableType(code: Name, table: Name): number {
    return known(this.#tableTypes.get(this.nameId(code), this.nameId(table)));
  }

  /** For after a rollback, which may have removed new numbers. */
  forget(): void {
    this.#names.clear();
    this.#actionTypes.clear();
    this.#tableTypes.clear();
  }

  async #learnNames(session: SqlSession, names: readonly Name[]): Promise<void> {
    for (const slice of slices(names)) {
      const { placeholders, params } = inList(slice.map(signed));
      const rows = await session.all(`SELECT id, value FROM name WHERE value IN ${placeholders}`, params);
      for (const { id, value } of rows) this.#names.set(unsigned(value), int(id));
    }
    const missing = names.filter((name) => !this.#names.has(name));
    if (missing.length === 0) return;
    let next = await nextId(session, NAME);
    await session.insert(
      NAME,
      missing.map((name) => {
        const id = checkedId(next++, NAME);
        this.#names.set(name, id);
        return [id, signed(name)];
      }),
    );
  }

  async #learnPairs(
    session: SqlSession,
    table: Table,
    ids: PairMap<number>,
    pairs: Iterable<readonly [Name, Name]>,
  ): Promise<void> {
    // In the order in which the blocks mention them: the ids do not depend on how many blocks are written at once.
    for (const [left, right] of pairs) {
      const [code, name] = [this.nameId(left), this.nameId(right)];
      if (ids.get(code, name) !== undefined) continue;
      const rows = await session.all(`SELECT id FROM ${table.name} WHERE code = ? AND name = ?`, [
        code,
        name,
      ]);
      const id = rows[0] === undefined ? checkedId(await nextId(session, table), table) : int(rows[0].id);
      if (rows[0] === undefined) await session.insert(table, [[id, code, name]]);
      ids.set(code, name, id);
    }
  }
}

/** Throws RangeError for an id that the store cannot hold. */
export function checkedId(id: number, { name }: Pick<Table, 'name'>): number {
  if (id > MAX_ID)
    throw new RangeError(`the table ${name} of the store is full: it has ${String(MAX_ID)} rows`);
  return id;
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
