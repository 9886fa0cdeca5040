import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { answerText, portQueries } from '../../harness/history/query-battery';
import { Random } from '../../../apps/history/src/store/testing/random';
import { FIRST_END, randomBlock, type ChainEnd } from '../../../apps/history/src/store/testing/random-block';
import { longOr } from '../../harness/long';
import { until } from '../../harness/until';
import { SecondWriterError } from '../../../apps/history/src/store/errors';
import type { HistoryWriter } from '../../../apps/history/src/store/port';
import { CrashError } from './crashing-database';
import type { TestStore } from './stores';

export type Step =
  | Change
  | { kind: 'reopen' }
  /** The change is broken off after some statements, and made again after the stores were opened again. */
  | { kind: 'crash'; statements: number; change: Change };

export type Change =
  | { kind: 'append'; blocks: number; reversible: number; seed: number }
  | { kind: 'undo'; blocks: number }
  | { kind: 'prune'; blocks: number };

type Work = (writer: HistoryWriter) => Promise<void>;

/** Random queries of each kind after every step. */
const QUERIES = 12;
/** The long form has eight hundred times the histories. */
const ASKED_PERCENT = longOr(25, 40);

/** As a process does: a server may notice a while later that the writer of before is gone. */
const openedAlone = (open: () => Promise<unknown>): Promise<void> =>
  until(async () => {
    try {
      await open();
      return true;
    } catch (error) {
      if (error instanceof SecondWriterError) return false;
      throw error;
    }
  });

/** Does the same to a model and to stores, and compares what they answer. */
export class StoreComparison {
  readonly #model = new MemoryHistory();
  readonly #reader = new MemoryReader(this.#model);
  readonly #ends: ChainEnd[] = [FIRST_END];
  /** Blocks of all forks. */
  readonly #seen: BlockWrites[] = [];
  readonly #random: Random;

  private constructor(
    private readonly stores: readonly TestStore[],
    seed: number,
  ) {
    this.#random = new Random(seed);
  }

  /** Closes the stores also where they differ: further histories open the same databases, for one writer at a time. */
  static async compare(stores: readonly TestStore[], seed: number, steps: readonly Step[]): Promise<void> {
    try {
      const comparison = await StoreComparison.#start(stores, seed);
      for (const step of steps) {
        await comparison.#run(step);
        await comparison.#check();
      }
    } finally {
      for (const store of stores) await store.close();
    }
  }

  static async #start(stores: readonly TestStore[], seed: number): Promise<StoreComparison> {
    const comparison = new StoreComparison(stores, seed);
    for (const { writer } of [{ writer: comparison.#model }, ...stores]) {
      await openedAlone(() => writer.open(CHAIN_ID));
      await writer.reset();
    }
    return comparison;
  }

  async #run(step: Step): Promise<void> {
    if (step.kind === 'reopen') {
      for (const store of this.stores) await store.reopen();
      return;
    }
    const work = await this.#workOf(step.kind === 'crash' ? step.change : step);
    if (step.kind === 'crash')
      for (const store of this.stores) await this.#crash(store, work, step.statements);
    else for (const { writer } of this.stores) await work(writer);
    await work(this.#model);
  }

  async #check(): Promise<void> {
    const cursor = answerText(await this.#model.cursor());
    const tail = answerText(await this.#model.tail());
    const reversible = answerText(await this.#model.reversible());
    for (const { writer } of this.stores) {
      expect(answerText(await writer.cursor())).toBe(cursor);
      expect(answerText(await writer.tail())).toBe(tail);
      expect(answerText(await writer.reversible())).toBe(reversible);
    }
    for (const { title, ask } of portQueries(this.#random, this.#seen, QUERIES)) {
      if (!this.#random.chance(ASKED_PERCENT)) continue;
      const wanted = `${title}\n${answerText(await ask(this.#reader))}`;
      for (const { reader } of this.stores) expect(`${title}\n${answerText(await ask(reader))}`).toBe(wanted);
    }
  }

  /**
   * Breaks the work off: either nothing of it is there afterwards, and it is done again; or all of it, which the check
   * that follows compares. A store with a cold tier also moves ranges after its work.
   */
  async #crash(store: TestStore, work: Work, statements: number): Promise<void> {
    store.crashes?.crashAfter(statements);
    const outcome = await work(store.writer).catch((error: unknown) => error);
    store.crashes?.crashAfter(Infinity);
    await store.reopen();
    if (outcome === undefined) return;
    if (!(outcome instanceof CrashError)) throw outcome;
    const before = answerText(await this.#reader.status());
    if (answerText(await store.reader.status()) === before) await work(store.writer);
  }

  /** The work of a change on each writer; the chain of this comparison changes at once. */
  async #workOf(change: Change): Promise<Work> {
    switch (change.kind) {
      case 'append':
        return this.#append(change.blocks, change.reversible, new Random(change.seed));
      case 'undo':
        return this.#undo(change.blocks);
      case 'prune': {
        const before = (this.#model.blocks[0]?.block.num ?? 0) + change.blocks;
        return (writer) => writer.prune(before);
      }
    }
  }

  #append(count: number, reversible: number, random: Random): Work {
    const blocks: BlockWrites[] = [];
    for (let index = 0; index < count; index++) {
      const { writes, end } = randomBlock(random, this.#ends.at(-1) ?? FIRST_END);
      blocks.push(writes);
      this.#ends.push(end);
    }
    this.#seen.push(...blocks);
    const irreversibleNum = (this.#ends.at(-1)?.num ?? 0) - reversible;
    return (writer) => writer.append(blocks, irreversibleNum);
  }

  async #undo(blocks: number): Promise<Work> {
    const cursor = await this.#model.cursor();
    if (cursor === undefined) return () => Promise.resolve();
    const num = Math.max(cursor.num - blocks, cursor.irreversibleNum, FIRST_END.num);
    while ((this.#ends.at(-1)?.num ?? 0) > num) this.#ends.pop();
    return (writer) => writer.undoTo(num);
  }
}
