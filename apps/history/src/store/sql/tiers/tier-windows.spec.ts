import { type SearchedKind, tierWindows } from './tier-windows';
import type { SqlSession } from '../session';

const BELOW = 10_000_000n;
const FIRST = 2n ** 20n;

/** Windows of a search with their tier: `hot`, or `cold` and, where few rows match in many ranges, `rare`. */
async function windowsOf(
  from: bigint,
  to: bigint,
  order: 'asc' | 'desc',
  { kind, below }: { kind: SearchedKind; below: bigint } = { kind: 'action', below: BELOW },
) {
  const tiers: string[] = [];
  const session = {
    cold: {
      below: { [kind]: below },
      tuples: (_sql: string, _params: unknown, isRare?: boolean) => {
        tiers.push(isRare === true ? 'rare' : 'cold');
        return Promise.resolve([]);
      },
    },
    tuples: () => {
      tiers.push('hot');
      return Promise.resolve([]);
    },
  } as unknown as SqlSession;
  const windows = [...tierWindows(session, kind, { from, to }, order)];
  for (const { tuples } of windows) await tuples('SELECT 1', []);
  return windows.map(({ bounds }, index) => [tiers[index], bounds.from, bounds.to]);
}

describe('windows of a search over two tiers', () => {
  it('the newest first: the store, then windows of the cold tier that grow, down to the first sequence', async () => {
    expect(await windowsOf(5n, BELOW + 7n, 'desc')).toEqual([
      ['hot', BELOW, BELOW + 7n],
      ['cold', BELOW - FIRST, BELOW - 1n],
      ['rare', BELOW - 9n * FIRST, BELOW - FIRST - 1n],
      ['rare', 5n, BELOW - 9n * FIRST - 1n],
    ]);
  });

  it('the oldest first: windows of the cold tier from the first sequence on, then the store', async () => {
    expect(await windowsOf(0n, BELOW + 7n, 'asc')).toEqual([
      ['cold', 0n, FIRST - 1n],
      ['rare', FIRST, 9n * FIRST - 1n],
      ['rare', 9n * FIRST, BELOW - 1n],
      ['hot', BELOW, BELOW + 7n],
    ]);
  });

  it('bounds that one tier has are searched there alone', async () => {
    expect(await windowsOf(BELOW, BELOW, 'asc')).toEqual([['hot', BELOW, BELOW]]);
    expect(await windowsOf(BELOW - 1n, BELOW - 1n, 'desc')).toEqual([['cold', BELOW - 1n, BELOW - 1n]]);
  });

  it('changed rows have windows of blocks', async () => {
    const block = 2n ** 24n;
    const below = 3n * 2n ** 20n * block;
    const first = 2n ** 17n * block;
    expect(await windowsOf(0n, below, 'desc', { kind: 'delta', below })).toEqual([
      ['hot', below, below],
      ['cold', below - first, below - 1n],
      ['rare', below - 9n * first, below - first - 1n],
      ['rare', 0n, below - 9n * first - 1n],
    ]);
  });
});
