import { type GetBlocks, type GetBlocksResult, type ShipStatus } from '@app/ship';
import { recordedBlocks } from './recorded-source';
import type { BlockSource } from './ship-server';

const CHAIN_ID = Buffer.from('8a34ec7df1b8cd06ff4a8abbaa7cc50300823350cadc59ab296cb00d104d2b8f', 'hex');

/** The recorded chain of a real node, from its genesis on, sent from any block as often as it is asked for. */
export class RecordedChain implements BlockSource {
  /** Without forks, in the order of their numbers. */
  readonly blocks: readonly GetBlocksResult[] = [...recordedBlocks('genesis'), ...recordedBlocks('session')];

  get last(): GetBlocksResult {
    const last = this.blocks.at(-1);
    if (last === undefined) throw new Error('nothing was recorded');
    return last;
  }

  status(): ShipStatus {
    const end = this.last.head.blockNum + 1;
    return {
      head: this.last.head,
      lastIrreversible: this.last.lastIrreversible,
      traceBeginBlock: 2,
      traceEndBlock: end,
      chainStateBeginBlock: 1,
      chainStateEndBlock: end,
      chainId: CHAIN_ID,
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
