import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as zlib from 'node:zlib';
import { bytesToHex, sha256 } from '@app/antelope';
import { decodeRow, encodeRow, type RowTable } from '@app/ship';
import { openSnapshot } from '../../../apps/history/src/snapshots/snapshot';
import { stateOf } from '../../../apps/history/src/snapshots/snapshot-state';
import { writtenSnapshot } from '../../harness/snapshots/written-snapshot';
import type { StateTables } from '../../harness/snapshots/state-sections';
import { collected, GENESIS, recordedContent, recordedState } from './recorded-state';

const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
const file = path.join(folder, 'snapshot.bin');
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows in an order of their own: a snapshot has another one than a node. */
const sorted = (state: StateTables): Record<string, string[]> =>
  Object.fromEntries(
    [...state]
      .filter(([, rows]) => rows.length > 0)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([table, rows]) => [table, rows.map(bytesToHex).sort()]),
  );

async function read(bytes: Uint8Array, tables?: ReadonlySet<RowTable>): Promise<StateTables> {
  writeFileSync(file, bytes);
  return collected(stateOf(await openSnapshot(file), tables));
}

describe.each([
  [2, false],
  [3, false],
  [4, false],
  [5, false],
  [6, false],
  [7, false],
  [7, true],
  [8, false],
  [8, true],
])('a snapshot of version %i, with instant finality: %s', (version, hasFinality) => {
  const content = recordedContent(version, hasFinality);
  const bytes = writtenSnapshot(content);

  test('a snapshot has the rows of the first message of a node that was started from one', async () => {
    expect(sorted(await read(bytes))).toEqual(sorted(content.state));
  });

  test('a snapshot names its chain and its block', async () => {
    writeFileSync(file, bytes);
    const { chainId, block, version: found } = await openSnapshot(file);
    const { policies, ...rest } = block;
    expect(found).toBe(version);
    expect(bytesToHex(chainId)).toBe(bytesToHex(version === 2 ? sha256(GENESIS) : recordedState().chainId));
    expect(rest).toEqual({ ...content.block, id: new Uint8Array(content.block.id) });
    expect(policies !== undefined).toBe(hasFinality && version === 8);
  });

  test('a snapshot gives the parts of a table one after another', async () => {
    writeFileSync(file, bytes);
    const names: string[] = [];
    for await (const { table } of stateOf(await openSnapshot(file)))
      if (names.at(-1) !== table) names.push(table);
    expect(names).toEqual([...new Set(names)]);
  });

  test('a snapshot is read of some tables alone', async () => {
    const wanted = new Set<RowTable>(['contract_row', 'permission']);
    expect(sorted(await read(bytes, wanted))).toEqual(
      sorted(new Map([...content.state].filter(([table]) => wanted.has(table as RowTable)))),
    );
  });
});

test.each([6, 8])(
  'keys of 256 bits, which the recording lacks, begin with their highest byte in version %i',
  async (version) => {
    const { state, ...content } = recordedContent(version);
    expect(state.has('contract_index256')).toBe(false);
    const { code, scope, table, payer } = decodeRow('contract_table', state.get('contract_table')![0]!);
    const secondaryKey = Uint8Array.from({ length: 32 }, (_, index) => index);
    const key = { code, scope, table, payer, primaryKey: 5n, secondaryKey };
    const row = encodeRow('contract_index256', key);
    const bytes = writtenSnapshot({ ...content, state: new Map([...state, ['contract_index256', [row]]]) });
    // Two integers of 128 bits, each from its lowest byte on.
    expect(bytesToHex(bytes)).toContain('0f0e0d0c0b0a090807060504030201001f1e1d1c1b1a19181716151413121110');
    expect((await read(bytes)).get('contract_index256')).toEqual([new Uint8Array(row)]);
  },
);

const CHUNKS = 5;

test.each([
  ['gzip', zlib.gzipSync],
  ['zstd', zlib.zstdCompressSync],
])('a snapshot that is compressed by %s has the same rows', async (_form, compress) => {
  const content = recordedContent(8);
  expect(sorted(await read(compress(writtenSnapshot(content))))).toEqual(sorted(content.state));
});

test('a large table comes in parts of at most 5,000 rows', async () => {
  const { state, ...content } = recordedContent(8);
  const [link] = state.get('permission_link') ?? [];
  const links = Array.from({ length: CHUNKS * 5_000 + 1 }, () => link!);
  writeFileSync(
    file,
    writtenSnapshot({ ...content, state: new Map([...state, ['permission_link', links]]) }),
  );
  const sizes: number[] = [];
  for await (const { rows } of stateOf(await openSnapshot(file), new Set(['permission_link'])))
    sizes.push(rows.length);
  expect(sizes).toEqual([...Array.from({ length: CHUNKS }, () => 5_000), 1]);
});
