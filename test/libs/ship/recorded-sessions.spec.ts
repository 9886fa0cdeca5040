import { decodeType } from '@app/antelope';
import {
  decodeDeltas,
  decodeResult,
  decodeRow,
  decodeSignedBlock,
  decodeTraces,
  encodeDeltas,
  encodeResult,
  encodeRow,
  encodeSignedBlock,
  encodeTraces,
  isRowTable,
  type RowTable,
} from '@app/ship';
import { RECORDED_SESSIONS, recordedFrames } from '../../harness/ship/recorded-frames';
import { blocksResult } from '../../harness/ship/recorded-source';
import { genericJson } from './generic-json';
import { PROTOCOL_ABI } from './protocol-abi';

/** Checks one type over its bytes: the generic decoder gives the same values, and the writer the same bytes. */
function expectSame<T>(
  type: string,
  bytes: Uint8Array | undefined,
  decode: (bytes: Uint8Array) => T,
  encode: (value: T) => Uint8Array,
): void {
  if (bytes === undefined) return;
  const value = decode(bytes);
  expect(genericJson(type, value)).toEqual(decodeType(PROTOCOL_ABI, type, bytes));
  expect(Buffer.compare(encode(value), bytes)).toBe(0);
}

describe.each(RECORDED_SESSIONS)('recorded session %s', (session) => {
  const frames = recordedFrames(session);

  test('results decode as the generic decoder does and encode to the same bytes', () => {
    for (const frame of frames) expectSame('result', frame, decodeResult, encodeResult);
  });

  test('signed blocks decode as the generic decoder does and encode to the same bytes', () => {
    for (const frame of frames)
      expectSame('signed_block', blocksResult(frame).block, decodeSignedBlock, encodeSignedBlock);
  });

  test('traces decode as the generic decoder does and encode to the same bytes', () => {
    for (const frame of frames)
      expectSame('transaction_trace[]', blocksResult(frame).traces, decodeTraces, encodeTraces);
  });

  test('table deltas decode as the generic decoder does and encode to the same bytes', () => {
    for (const frame of frames) {
      const { deltas } = blocksResult(frame);
      if (deltas === undefined) continue;
      const generic = decodeType(PROTOCOL_ABI, 'table_delta[]', deltas);
      expect(
        decodeDeltas(deltas).map((delta) => ['table_delta_v0', genericJson('table_delta_v0', delta)]),
      ).toEqual(generic);
      expect(Buffer.compare(encodeDeltas(decodeDeltas(deltas)), deltas)).toBe(0);
    }
  });

  test('rows of every table decode as the generic decoder does and encode to the same bytes', () => {
    for (const frame of frames) {
      for (const { name, rows } of decodeDeltas(blocksResult(frame).deltas ?? Uint8Array.of(0))) {
        if (!isRowTable(name)) throw new Error(`unknown table ${name}`);
        for (const { data } of rows) expectSameRow(name, data);
      }
    }
  });
});

const expectSameRow = <Table extends RowTable>(table: Table, data: Uint8Array): void =>
  expectSame(
    table,
    data,
    (bytes) => decodeRow(table, bytes),
    (row) => encodeRow(table, row),
  );

test('the recorded sessions have the number of frames that their descriptions name', () => {
  const counts = Object.fromEntries(RECORDED_SESSIONS.map((name) => [name, recordedFrames(name).length]));
  expect(counts).toEqual({
    genesis: 1,
    session: 173,
    fork: 32,
    'fork-starved': 15,
    'fork-resume': 3,
    snapshot: 116,
    'snapshot-irreversible': 54,
    mixed: 58,
  });
});
