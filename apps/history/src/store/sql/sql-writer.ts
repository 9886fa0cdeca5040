import { bytesToHex, equalBytes } from '@app/antelope';
import type { BlockPosition, BlockWrites } from '../../derive/block-writes';
import { WrongChainError } from '../errors';
import { joinedRanges } from '../block-ranges';
import type { Name } from '../../derive/name';
import type {
  BlockRange,
  ChainTail,
  ColdMoves,
  CompleteBlock,
  Cursor,
  HistoryWriter,
  IndexReport,
  NodeAbi,
  StateLoad,
} from '../port';
import { forgetCandles, layoutNumber } from './candle-writes';
import { keepNodeAbi, lacksAbi } from './node-abis';
import { advanceIrreversible, knownFromOf, requireContinuity, requireReversible } from '../positions';
import { readTail } from './chain-tail';
import { emptyCursor, readCursor, requireCursor, writeCursor, type StoredCursor } from './cursor';
import { requireVersion } from './migrations';
import { Dictionary } from './dictionary';
import { HistoryRows } from './history-rows';
import { writeJournal } from './journal';
import { Overlay } from './overlay';
import { pruneStep } from './pruning';
import { reportRow } from './report';
import { connectFilled, FilledRows, fillToBehind, sequenceBefore } from './fill-writes';
import { recordFork } from './forks';
import { CONTENT_TABLES, INDEX_REPORT, SCHEMA_VERSION, UNDO } from './schema';
import type { SqlDatabase, SqlSession } from './session';
import { completeLoad, isNew, readLoad, removeLoad, writePart } from './state-load';
import { applyState, loadState } from './state-writes';
import { Totals } from './totals';
import { undoBlocks } from './undo-blocks';
import { Mutex } from './mutex';
import { bytes, int, type SqlValue } from './values';

/** Writes the history into a SQL database. */
export class SqlHistoryWriter implements HistoryWriter {
  readonly #dictionary = new Dictionary();
  /** Users of the dictionary while several fill the store. */
  readonly #mutex = new Mutex();

  readonly #tradeLayout: bigint;

  /**
   * @param prepare creates missing tables; by default they are there
   * @param tradeLayout text of the layout that the trades of the blocks were read with; empty: they have none
   * @param coldMoves moves old actions of the same database
   */
  constructor(
    private readonly database: SqlDatabase,
    private readonly prepare = (): Promise<void> => Promise.resolve(),
    tradeLayout = '',
    readonly coldMoves?: ColdMoves,
  ) {
    this.#tradeLayout = layoutNumber(tradeLayout);
  }

  async open(chainId: Uint8Array): Promise<void> {
    // A standby that was promoted may lack the last commits, and so the numbers of names that they gave.
    this.#dictionary.forget();
    await this.prepare();
    await this.#transaction(async (session) => {
      const cursor = await readCursor(session);
      if (cursor === undefined) return writeCursor(session, emptyCursor(chainId, this.#tradeLayout));
      requireVersion(cursor.schema, SCHEMA_VERSION);
      if (!equalBytes(cursor.chainId, chainId))
        throw new WrongChainError(
          `the store holds chain ${bytesToHex(cursor.chainId)}, and the node serves ${bytesToHex(chainId)}`,
        );
      if (cursor.tradeLayout === this.#tradeLayout) return;
      await forgetCandles(session);
      await writeCursor(session, { ...cursor, tradeLayout: this.#tradeLayout });
    });
  }

  async cursor(): Promise<Cursor | undefined> {
    return this.database.read(async (session) => {
      const position = positionOf(await readCursor(session));
      const [first] = await session.all('SELECT num FROM block ORDER BY num LIMIT 1');
      return position && { ...position, firstNum: first === undefined ? position.num : int(first.num) };
    });
  }

  async reversible(): Promise<BlockPosition[]> {
    return this.database.read(async (session) => {
      const cursor = await readCursor(session);
      const rows = await session.all('SELECT num, id FROM block WHERE num > ? AND num <= ? ORDER BY num', [
        cursor?.irreversibleNum ?? 0,
        cursor?.num ?? 0,
      ]);
      return rows.map(({ num, id }) => ({ num: int(num), id: bytes(id) }));
    });
  }

  async idOf(num: number): Promise<Uint8Array | undefined> {
    return this.database.read(async (session) => {
      const cursor = await readCursor(session);
      if (cursor === undefined || num > cursor.num) return undefined;
      const [block] = await session.all('SELECT id FROM block WHERE num = ?', [num]);
      return block === undefined ? undefined : bytes(block.id);
    });
  }

  async firstSince(timeMs: number): Promise<number | undefined> {
    const [block] = await this.database.read((session) =>
      session.all('SELECT num FROM block WHERE time >= ? ORDER BY time LIMIT 1', [timeMs]),
    );
    return block === undefined ? undefined : int(block.num);
  }

  tail(): Promise<ChainTail | undefined> {
    return this.database.read(readTail);
  }

  async append(blocks: readonly BlockWrites[], irreversibleNum: number): Promise<void> {
    await this.#transaction(async (session) => {
      const cursor = await requireCursor(session);
      requireContinuity(positionOf(cursor), blocks);
      const isLoaded = cursor.num < 0 && (await completeLoad(session, blocks));
      const last = blocks.at(-1)?.block ?? cursor;
      const irreversible = advanceIrreversible(
        isLoaded ? (blocks[0]?.block.num ?? 0) : cursor.irreversibleNum,
        irreversibleNum,
        Math.max(last.num, 0),
      );
      const nextSequence = await this.#write(session, blocks, irreversible, cursor.nextSequence);
      await session.run('DELETE FROM undo WHERE block <= ?', [irreversible]);
      const { num, id } = last;
      const knownFrom = cursor.num < 0 ? knownFromOf(blocks) : cursor.knownFrom;
      await writeCursor(session, {
        ...cursor,
        ...{ num, id, irreversibleNum: irreversible, nextSequence, knownFrom },
        // A store that begins with a snapshot may be behind the end of a fill that was begun before.
        fillTo: fillToBehind(num, cursor),
      });
    });
  }

  loading(): Promise<StateLoad | undefined> {
    return this.database.read(readLoad);
  }

  canLoad(): Promise<boolean> {
    return this.database.read(async (session) => isNew(session, await requireCursor(session)));
  }

  loadPart(part: BlockWrites, load: StateLoad): Promise<void> {
    return this.#transaction((session) => writePart(session, part, load, this.#dictionary));
  }

  dropLoad(): Promise<void> {
    return this.#transaction(removeLoad);
  }

  async filling(): Promise<number | undefined> {
    const cursor = await this.database.read(readCursor);
    return cursor === undefined || cursor.fillTo === 0 ? undefined : cursor.fillTo;
  }

  beginFill(to: number): Promise<boolean> {
    return this.#transaction(async (session) => {
      const cursor = await requireCursor(session);
      // Readers take a store that has blocks, and no fill, for whole as long as they run.
      if (!(await isNew(session, cursor))) return false;
      await writeCursor(session, { ...cursor, fillTo: to });
      return true;
    });
  }

  async filledRanges(): Promise<BlockRange[]> {
    const rows = await this.database.read((session) =>
      session.all('SELECT first, last FROM filled ORDER BY first'),
    );
    return joinedRanges(rows.map(({ first, last }) => ({ from: int(first), to: int(last) })));
  }

  async fill(blocks: readonly BlockWrites[]): Promise<void> {
    requireContinuity(undefined, blocks);
    const first = blocks[0]?.block.num ?? 0;
    const rows = await this.#mutex.run(async () => {
      const before = await this.database.read((session) => sequenceBefore(session, first));
      // Numbers of names are committed before they are used: another transaction may use them, too.
      await this.#transaction((session) => this.#dictionary.prepare(session, blocks));
      return new FilledRows(blocks, this.#dictionary, before);
    });
    await this.database.beside((session) => rows.insert(session));
  }

  connect(complete: CompleteBlock): Promise<readonly BlockWrites[]> {
    return this.#mutex.run(() =>
      this.#transaction(async (session) =>
        connectFilled(session, await requireCursor(session), this.#dictionary, complete),
      ),
    );
  }

  async undoTo(num: number): Promise<void> {
    await this.#transaction(async (session) => {
      const cursor = await requireCursor(session);
      if (num >= cursor.num) return;
      requireReversible(cursor, num);
      await undoBlocks(session, cursor, num);
    });
  }

  async prune(beforeNum: number): Promise<void> {
    while (await this.#transaction((session) => pruneStep(session, beforeNum))) continue;
  }

  async reset(): Promise<void> {
    await this.#transaction(async (session) => {
      const { chainId, cold } = await requireCursor(session);
      for (const { name } of CONTENT_TABLES) await session.run(`DELETE FROM ${name}`);
      await recordFork(session, 0);
      await writeCursor(session, emptyCursor(chainId, this.#tradeLayout, cold.id));
    });
    this.#dictionary.forget();
  }

  lacksAbi(contract: Name): Promise<boolean | undefined> {
    return this.database.read((session) => lacksAbi(session, contract));
  }

  keepNodeAbi(abi: NodeAbi): Promise<void> {
    return this.#transaction((session) => keepNodeAbi(session, abi));
  }

  async report(report: IndexReport): Promise<void> {
    await this.#transaction((session) => session.upsert(INDEX_REPORT, [reportRow(report)]));
  }

  close(): Promise<void> {
    return this.database.close();
  }

  async #transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      this.#dictionary.forget();
      throw error;
    }
  }

  async #write(
    session: SqlSession,
    blocks: readonly BlockWrites[],
    irreversibleNum: number,
    nextSequence: bigint,
  ): Promise<bigint> {
    await this.#dictionary.prepare(session, blocks);
    const totals = new Totals();
    const overlay = new Overlay();
    await loadState(session, overlay, blocks, this.#dictionary);
    const rows = new HistoryRows(this.#dictionary, nextSequence, totals.add);
    const journals: SqlValue[][] = [];
    for (const writes of blocks) {
      rows.add(writes);
      const apply = () => {
        applyState(overlay, writes, this.#dictionary);
      };
      if (writes.block.num <= irreversibleNum) apply();
      else journals.push([writes.block.num, writeJournal(overlay.recording(apply))]);
    }
    await rows.flush(session);
    await totals.apply(session, overlay);
    await overlay.flush(session);
    await session.insert(UNDO, journals);
    return rows.nextSequence;
  }
}

function positionOf(cursor: StoredCursor | undefined): Omit<Cursor, 'firstNum'> | undefined {
  if (cursor === undefined || cursor.num < 0) return undefined;
  const { num, id, irreversibleNum } = cursor;
  return { num, id, irreversibleNum };
}
