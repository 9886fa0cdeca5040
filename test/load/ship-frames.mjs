// A busy block as a state-history message, of the traces and rows of a recorded session of a real node.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../../scripts/setup.mjs';

const { decodeBlock, decodeResult, encodeDeltas, encodeResult, encodeTraces } = createRequire(
  import.meta.url,
)(path.join(ROOT, 'dist/compiled/libs/ship/src/index.js'));

const FIXTURES = path.join(ROOT, 'test/fixtures/ship');
const TRANSACTIONS = 34;
const TRACES_PER_TRANSACTION = 3;
const CONTRACT_ROWS = 150;
const OTHER_ROWS = 5;

export const protocolAbi = () => JSON.parse(readFileSync(path.join(FIXTURES, 'ship.abi.json'), 'utf8'));

export function recordedFrames() {
  const bytes = readFileSync(path.join(FIXTURES, 'session.frames.bin'));
  const frames = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at))
    frames.push(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at)));
  return frames;
}

/** As many entries as asked for, taken in turn. */
const repeated = (entries, count) =>
  Array.from({ length: count }, (_, index) => entries[index % entries.length]);

/** 34 transactions with 102 action traces, 150 contract rows and 5 others. */
export function busyFrame() {
  const blocks = recordedFrames().map((frame) => decodeBlock(decodeResult(frame)));
  const transactions = blocks.flatMap(({ traces }) => traces.filter(({ partial }) => partial !== undefined));
  const transfers = transactions.filter(({ actionTraces }) => actionTraces.length >= TRACES_PER_TRANSACTION);
  const rowsOf = (isContractRow) =>
    blocks.flatMap(({ deltas }) =>
      deltas
        .filter(({ name }) => (name === 'contract_row') === isContractRow)
        .flatMap(({ name, rows }) => rows.map((row) => ({ name, row }))),
    );
  const others = repeated(rowsOf(false), OTHER_ROWS);
  const [first] = recordedFrames().map((frame) => decodeResult(frame));
  return encodeResult({
    ...first,
    traces: encodeTraces(
      repeated(transfers, TRANSACTIONS).map((trace) => ({
        ...trace,
        actionTraces: trace.actionTraces.slice(0, TRACES_PER_TRANSACTION),
      })),
    ),
    deltas: encodeDeltas([
      {
        version: 0,
        name: 'contract_row',
        rows: repeated(rowsOf(true), CONTRACT_ROWS).map(({ row }) => row),
      },
      ...others.map(({ name, row }) => ({ version: 0, name, rows: [row] })),
    ]),
  });
}
