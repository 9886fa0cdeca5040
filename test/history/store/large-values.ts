import type { BlockWrites, DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { name, noteAction, SampleBlocks } from '../../harness/history/sample-blocks';

const KIB = 1024;
export const ENTRIES = 7;
/** Two of them fit into a page. */
export const VALUE_BYTES = 400 * KIB;

const row = (index: number, value: Uint8Array): DeltaWrite => ({
  ...{ code: name('shop'), table: name('orders'), scope: name('shop'), primaryKey: BigInt(index) },
  ...{ payer: name('shop'), present: true, value },
});

/** A block for each action and row with a large value; of the last ones, the value alone is larger than a page. */
export function largeBlocks(): BlockWrites[] {
  const blocks = new SampleBlocks();
  return Array.from({ length: ENTRIES }, (_block, index) => {
    const size = index === ENTRIES - 1 ? 1100 * KIB : VALUE_BYTES;
    const text = String.fromCharCode(97 + index).repeat(size);
    return blocks.next([[noteAction('alice', text)]], { deltas: [row(index, Buffer.from(text))] });
  });
}

export const PAGE = { order: 'asc', skip: 0, limit: 100, countUpTo: 10_000 } as const;

/** Reads pages, each by the end of the one before: the numbers of the blocks of each page, and whether it was cut. */
export async function pagesOf(
  read: (behind: { sequence: bigint; passed: number } | undefined) => Promise<{
    readonly items: readonly { readonly sequence: bigint; readonly num: number }[];
    readonly isCut?: boolean;
  }>,
): Promise<{ nums: number[]; isCut: boolean }[]> {
  const pages: { nums: number[]; isCut: boolean }[] = [];
  let behind: { sequence: bigint; passed: number } | undefined;
  for (;;) {
    const { items, isCut = false } = await read(behind);
    pages.push({ nums: items.map(({ num }) => num), isCut });
    const last = items.at(-1);
    if (!isCut || last === undefined) return pages;
    behind = { sequence: last.sequence, passed: (behind?.passed ?? 0) + items.length };
  }
}

export const actionsOf =
  (reader: HistoryReader, more: object = {}) =>
  async (behind: { sequence: bigint; passed: number } | undefined, page: object = { mayBeShort: true }) => {
    const { items, ...rest } = await reader.actions({ ...PAGE, ...(behind && { behind }), ...more, ...page });
    return {
      items: items.map(({ globalSequence, transaction }) => ({
        sequence: globalSequence,
        num: transaction.block.num,
      })),
      ...rest,
    };
  };

export const deltasOf =
  (reader: HistoryReader, more: object = {}) =>
  async (behind: { sequence: bigint; passed: number } | undefined, page: object = { mayBeShort: true }) => {
    const { items, ...rest } = await reader.deltas({ ...PAGE, ...(behind && { behind }), ...more, ...page });
    return { items: items.map(({ sequence, block }) => ({ sequence, num: block.num })), ...rest };
  };
