import { equalBytes } from '@app/antelope';
import type { BlockPosition, BlockWrites } from '../derive/block-writes';
import type { HistoryWriter } from '../store/port';

/** The blocks that were reported to listeners, back to the last irreversible one. */
export class ReportedBlocks {
  #reported: BlockPosition[] = [];

  committed(blocks: readonly Pick<BlockWrites, 'block'>[], irreversibleNum: number): void {
    this.#reported.push(...blocks.map(({ block: { num, id } }) => ({ num, id })));
    const first = this.#reported.findLastIndex(({ num }) => num <= irreversibleNum);
    if (first > 0) this.#reported.splice(0, first);
  }

  undone(to: number): void {
    this.#reported = this.#reported.filter(({ num }) => num <= to);
  }

  /**
   * The last of them that the store has, 0 without one. Undefined when it has them all. It lacks some when the answer
   * to an undo was lost, or another process wrote meanwhile.
   */
  async forkedFrom(writer: Pick<HistoryWriter, 'cursor' | 'idOf'>): Promise<number | undefined> {
    const { firstNum = 0 } = (await writer.cursor()) ?? {};
    for (const position of this.#reported.toReversed()) {
      const isKept = position.num < firstNum || (await isIn(writer, position));
      if (isKept) return position === this.#reported.at(-1) ? undefined : position.num;
    }
    return this.#reported.length === 0 ? undefined : 0;
  }
}

async function isIn(writer: Pick<HistoryWriter, 'idOf'>, { num, id }: BlockPosition): Promise<boolean> {
  const found = await writer.idOf(num);
  return found !== undefined && equalBytes(found, id);
}
