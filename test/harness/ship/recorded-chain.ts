import { type GetBlocks, type GetBlocksResult, type ShipStatus } from '@app/ship';
import { recordedBlocks } from './recorded-source';
import type { BlockSource } from './ship-server';

const CHAIN_ID = Buffer.from('8a34ec7df1b8cd06ff4a8abbaa7cc50300823350cadc59ab296cb00d104d2b8f', 'hex');

/** The recorded chain of a real node, sent from any block as often as it is asked for. */
export class RecordedChain implements BlockSource {
  /** @param blocks without forks, in the order of their numbers; default: from the genesis on */
  constructor(
    readonly blocks: readonly GetBlocksResult[] = [
      ...recordedBlocks('genesis'),
      ...recordedBlocks('session'),
    ],
    private readonly recorded?: ShipStatus,
  ) {}

  get last(): GetBlocksResult {
    const last = this.blocks.at(-1);
    if (last === undefined) throw new Error('nothing was recorded');
    return last;
  }

  status(): ShipStatus {
    const end = this.last.head.blockNum + 1;
    return {
      traceBeginBlock: 2,
      chainStateBeginBlock: 1,
      chainId: CHAIN_ID,
      ...this.recorded,
      head: this.last.head,
      lastIrreversible: this.last.lastIrreversible,
      traceEndBlock: end,
      chainStateEndBlock: end,
    };
  }

  open({ startBlockNum, endBlockNum }: GetBlocks): () => GetBlocksResult | undefined {
    const asked = this.blocks.filter(({ thisBlock }) => {
      const num = thisBlock?.blockNum ?? 0;
      return num >= startBlockNum && num < endBlockNum;
    });
    return () => asked.shift();
  }
}

/** The chain of a node that was started from a snapshot: its first block is the state alone. */
export function snapshotChain(status: ShipStatus): RecordedChain {
  const blocks = recordedBlocks('snapshot');
  return new RecordedChain(blocks, status);
}

/** The same chain at a node whose logs begin with a block. */
export const laterChain = (chain: RecordedChain, begin: number): RecordedChain =>
  new RecordedChain(
    chain.blocks.filter(({ thisBlock }) => (thisBlock?.blockNum ?? 0) >= begin),
    {
      ...chain.status(),
      traceBeginBlock: begin,
      chainStateBeginBlock: begin,
    },
  );
