import { decodeResult, type ShipStatus } from '@app/ship';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { provenBlock } from '../../../apps/history/src/follow/proven-block';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '..', '..', '..');
const BLOCKS = 5;
const MESSAGES = `
  import { prepare } from './scripts/setup.mjs';
  await prepare('all');
  const { Workload } = await import('./test/load/history-workload.mjs');
  const workload = new Workload();
  const messages = Array.from({ length: ${String(BLOCKS)} }, () => Buffer.from(workload.next()).toString('base64'));
  console.log(JSON.stringify({ messages, actions: workload.actions }));
`;

describe('the made-up chain of the benchmarks of the history node', () => {
  it('each block proves itself, and every counted action is in a block', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', MESSAGES], {
      cwd: ROOT,
      maxBuffer: 2 ** 24,
    });
    const { messages, actions } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
      messages: string[];
      actions: number;
    };
    let found = 0;
    for (const [index, message] of messages.entries()) {
      const result = decodeResult(Buffer.from(message, 'base64'));
      if (result.type !== 'get_blocks_result_v0') throw new Error(`not a block: ${result.type}`);
      const { thisBlock } = result;
      if (thisBlock === undefined) throw new Error('a message without its block');
      const { blockNum, blockId } = thisBlock;
      const status: ShipStatus = {
        head: { blockNum, blockId },
        lastIrreversible: { blockNum, blockId },
        traceBeginBlock: 1,
        traceEndBlock: BLOCKS + 1,
        chainStateBeginBlock: 1,
        chainStateEndBlock: BLOCKS + 1,
      };
      const { traces, block } = provenBlock(result, index + 1, status);
      expect(block.transactions.length).toBe(traces.length - 1);
      found += traces
        .flatMap(({ actionTraces }) => actionTraces)
        .filter(({ creatorActionOrdinal }) => creatorActionOrdinal === 0).length;
    }
    expect(found).toBe(actions);
  });
});
