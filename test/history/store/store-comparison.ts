import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { MemoryHistory } from '../../../apps/history/src/store/memory/memory-history';
import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import { answerText, portQueries } from '../../../apps/history/src/store/testing/query-battery';
import { Random } from '../../../apps/history/src/store/testing/random';
import { FIRST_END, randomBlock, type ChainEnd } from '../../../apps/history/src/store/testing/random-block';
import type { TestStore } from './stores';

export type Step =
  | { kind: 'append'; blocks: number; reversible: number; seed: number }
  | { kind: 'undo'; blocks: number }
  | { kind: 'prune'; blocks: number }
  | { kind: 'reopen' };

/** Random queries of each kind after every step. */
const QUERIES = 12;

/** Does the same to a model and to stores, and compares what they answer. */
export class StoreComparison {
  private readonly model = new MemoryHistory();
  private readonly reader = new MemoryReader(this.model);
  private readonly ends: ChainEnd[] = [FIRST_END];
  /** Blocks of all forks. */
  private readonly seen: BlockWrites[] = [];
  private readonly random: Random;

  private constructor(
    private readonly stores: readonly TestStore[],
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  static async start(
    chainId: Uint8Array,
    stores: readonly TestStore[],
    seed: number,
  ): Promise<StoreComparison> {
    const comparison = new StoreComparison(stores, seed);
    for (const { writer } of comparison.all()) {
      await writer.open(chainId);
      await writer.reset();
    }
    return comparison;
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'append':
        return this.append(step.blocks, step.reversible, new Random(step.seed));
      case 'undo':
        return this.undo(step.blocks);
      case 'prune': {
        const [first] = this.model.blocks;
        for (const { writer } of this.all()) await writer.prune((first?.block.num ?? 0) + step.blocks);
        return;
      }
      case 'reopen':
        for (const store of this.stores) await store.reopen();
    }
  }

  async check(): Promise<void> {
    const cursor = answerText(await this.model.cursor());
    const tail = answerText(await this.model.tail());
    const reversible = answerText(await this.model.reversible());
    for (const { writer } of this.stores) {
      expect(answerText(await writer.cursor())).toBe(cursor);
      expect(answerText(await writer.tail())).toBe(tail);
      expect(answerText(await writer.reversible())).toBe(reversible);
    }
    for (const { title, ask } of portQueries(this.random, this.seen, QUERIES)) {
      const wanted = `${title}\n${answerText(await ask(this.reader))}`;
      for (const { reader } of this.stores) expect(`${title}\n${answerText(await ask(reader))}`).toBe(wanted);
    }
  }

  private all() {
    return [{ writer: this.model }, ...this.stores];
  }

  private async append(count: number, reversible: number, random: Random): Promise<void> {
    const blocks: BlockWrites[] = [];
    for (let index = 0; index < count; index++) {
      const { writes, end } = randomBlock(random, this.ends.at(-1) ?? FIRST_END);
      blocks.push(writes);
      this.ends.push(end);
    }
    this.seen.push(...blocks);
    const irreversibleNum = (this.ends.at(-1)?.num ?? 0) - reversible;
    for (const { writer } of this.all()) await writer.append(blocks, irreversibleNum);
  }

  private async undo(blocks: number): Promise<void> {
    const cursor = await this.model.cursor();
    if (cursor === undefined) return;
    const num = Math.max(cursor.num - blocks, cursor.irreversibleNum, FIRST_END.num);
    for (const { writer } of this.all()) await writer.undoTo(num);
    while ((this.ends.at(-1)?.num ?? 0) > num) this.ends.pop();
  }
}
