import {
  decodeDeltas,
  decodeResultHead,
  DeltasReader,
  encodeDeltas,
  encodeResult,
  type TableDelta,
} from '@app/ship';
import fc from 'fast-check';
import { recordedFrames } from '../../harness/ship/recorded-frames';
import { recordedBlocks } from '../../harness/ship/recorded-source';

const WHOLE_STATE = recordedBlocks('snapshot')[0]!.deltas!;

/** The tables of a section that arrives in pieces of these lengths, the rest as the last one. */
function readInPieces(section: Uint8Array, lengths: readonly number[]): TableDelta[] {
  const reader = new DeltasReader();
  const tables: TableDelta[] = [];
  let at = 0;
  for (const length of [...lengths, section.length]) {
    for (const { table, rows } of reader.push(section.subarray(at, at + length))) {
      const last = tables.at(-1);
      if (last?.name === table) last.rows.push(...rows);
      else tables.push({ version: 0, name: table, rows: [...rows] });
    }
    at += length;
  }
  reader.finish();
  return tables;
}

const plain = (tables: readonly TableDelta[]) =>
  tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => ({
      name,
      rows: rows.map(({ present, data }) => [present, Buffer.from(data).toString('hex')]),
    }));

test('a reader of deltas gives the rows of a whole state in whatever pieces it arrives', () => {
  const expected = plain(decodeDeltas(WHOLE_STATE));
  expect(expected.map(({ name }) => name)).toContain('contract_row');
  const lengths = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(lengths, (pieces) => {
      expect(plain(readInPieces(WHOLE_STATE, pieces))).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('a reader of deltas gives the rows of a section that arrives byte by byte', () => {
  const section = encodeDeltas([
    { version: 0, name: 'account', rows: [{ present: 1, data: Uint8Array.of(1, 2, 3) }] },
    { version: 1, name: 'contract_row', rows: [{ present: 2, data: new Uint8Array(300) }] },
  ]);
  const pieces = Array.from({ length: section.length }, () => 1);
  expect(plain(readInPieces(section, pieces))).toEqual(plain(decodeDeltas(section)));
});

test.each([
  ['ends in the middle of a row', WHOLE_STATE.subarray(0, -1), 'the rows end in the middle of a table'],
  ['ends before its number of tables', new Uint8Array(), 'the rows end in the middle of a table'],
  ['continues behind its last table', Uint8Array.of(0, 1), 'bytes follow the last table'],
  ['has a table of an unknown version', Uint8Array.of(1, 7, 0, 0), 'unknown variant 7'],
])('a reader of deltas refuses a section that %s', (_, section, message) => {
  expect(() => readInPieces(section, [])).toThrow(message);
});

test('the beginning of a recorded result names the bytes of its deltas', () => {
  const [frame] = recordedFrames('snapshot');
  const head = decodeResultHead(frame!.subarray(0, 400))!;
  expect(head.deltasLength).toBe(WHOLE_STATE.length);
  expect(frame!.subarray(head.deltasStart)).toEqual(WHOLE_STATE);
  expect({ type: 'get_blocks_result_v0', ...head.result, deltas: undefined }).toEqual({
    ...recordedBlocks('snapshot')[0]!,
    deltas: undefined,
  });
});

test('a beginning that is too short, or is of a message without deltas, names none', () => {
  const [frame] = recordedFrames('snapshot');
  for (let length = 0; length < 20; length++)
    expect(decodeResultHead(frame!.subarray(0, length))).toBeUndefined();
  const withoutDeltas = { ...recordedBlocks('snapshot')[0]!, deltas: undefined };
  const message = encodeResult({ ...withoutDeltas, type: 'get_blocks_result_v0' });
  expect(decodeResultHead(message)).toBeUndefined();
});
