import {
  type ArchivedBlock,
  decodeArchivedBlocks,
  decodeTraces,
  encodeArchivedBlock,
  encodeTraces,
  type GetBlocksResult,
  reproducibleTraces,
  type TransactionTrace,
} from '@app/ship';
import { RECORDED_SESSIONS } from '../../harness/ship/recorded-frames';
import { recordedBlocks } from '../../harness/ship/recorded-source';

const isBlock = (result: GetBlocksResult): result is GetBlocksResult & ArchivedBlock =>
  result.thisBlock !== undefined;
const blocks = RECORDED_SESSIONS.flatMap(recordedBlocks).filter(isBlock);
const sections = blocks.flatMap(({ traces }) => (traces === undefined ? [] : [traces]));

describe('blocks of an archive', () => {
  it('every recorded block is read as it was written, beside the others', () => {
    const bytes = Buffer.concat(blocks.map(encodeArchivedBlock));
    const expected = blocks.map(({ thisBlock, prevBlock, block, traces, deltas }) => ({
      ...{ thisBlock, prevBlock, block, traces, deltas },
    }));
    expect(decodeArchivedBlocks(bytes).map(encodeArchivedBlock)).toEqual(expected.map(encodeArchivedBlock));
    expect(decodeArchivedBlocks(bytes)).toHaveLength(blocks.length);
  });

  it('a part of a block is refused', () => {
    const bytes = encodeArchivedBlock(blocks[0]!);
    for (let length = 1; length < bytes.length; length += 97)
      expect(() => decodeArchivedBlocks(bytes.subarray(0, length))).toThrow();
  });
});

describe('traces that all nodes have alike', () => {
  it('the traces of recorded nodes are kept to the byte', () => {
    expect(sections.length).toBeGreaterThan(300);
    for (const section of sections) expect(reproducibleTraces(section, decodeTraces(section))).toBe(section);
  });

  it.each<[string, (trace: TransactionTrace) => void]>([
    ['the time of a transaction', (trace) => (trace.elapsed = 12n)],
    ['the time of an action', (trace) => (trace.actionTraces[0]!.elapsed = 12n)],
    ['a printed text', (trace) => (trace.actionTraces[0]!.console = Buffer.from('hello'))],
    ['the time of a failed deferred transaction', (trace) => (trace.failedDtrxTrace!.elapsed = 12n)],
  ])('%s, which a node in debug mode sends, is left out', (_, change) => {
    const section = withFailed();
    const traces = decodeTraces(section);
    change(traces[0]!);
    expect(Buffer.from(reproducibleTraces(encodeTraces(traces), traces))).toEqual(Buffer.from(section));
  });

  it('texts of exceptions, which a node in debug mode sends, become the sign that there was one', () => {
    const traces = decodeTraces(withFailed());
    for (const trace of [traces[0]!, traces[0]!.actionTraces[0]!])
      trace.except = Buffer.from('assertion: no');
    const [kept] = decodeTraces(reproducibleTraces(encodeTraces(traces), traces));
    expect(Buffer.from(kept!.except!).toString()).toBe('Y');
    expect(Buffer.from(kept!.actionTraces[0]!.except!).toString()).toBe('Y');
  });

  /** Recorded traces of which the first names a failed deferred transaction. */
  function withFailed(): Uint8Array {
    const traces = decodeTraces(sections.at(-1)!);
    const [first] = traces;
    return encodeTraces([{ ...first!, failedDtrxTrace: { ...first!, failedDtrxTrace: undefined } }]);
  }
});
