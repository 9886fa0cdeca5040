import { equalBytes, hexToBytes } from '@app/antelope';
import type { BlockPosition, GetBlocks, GetBlocksResult, ShipStatus } from '@app/ship';
import type { Chain } from '../../kernel/chain';
import type { BlockSummary } from '../../kernel/blocks/block-record';
import type { BlockRecorder } from '../block-recorder';
import type { LoggedBlock } from '../log/entry-log';

const GENESIS_NUM = 1;

/** Answers to the requests of sessions, from the chain and its recorded history. */
export class BlockSource {
  /** @param isFromSnapshot whether the first entry has the state alone, as on a node that was started from a snapshot */
  constructor(
    private readonly chain: Chain,
    private readonly recorder: BlockRecorder,
    private readonly isFromSnapshot = false,
  ) {}

  status(): ShipStatus {
    const { log } = this.recorder;
    const { firstNum, lastNum } = log;
    // A log that begins with the whole state has no traces of that block.
    const traceBeginBlock = log.read(firstNum)?.entry.traces === undefined ? firstNum + 1 : firstNum;
    const hasTraces = traceBeginBlock <= lastNum;
    return {
      ...this.#ends(),
      traceBeginBlock: hasTraces ? traceBeginBlock : 0,
      traceEndBlock: hasTraces ? lastNum + 1 : 0,
      chainStateBeginBlock: firstNum,
      chainStateEndBlock: lastNum + 1,
      chainId: hexToBytes(this.chain.chainId),
    };
  }

  /**
   * The block to start at: the requested one, or the lowest of the reader's blocks below it that is not on this chain.
   * As on Leap, a start before the first block there is becomes that block.
   */
  startOf({ startBlockNum, havePositions }: Pick<GetBlocks, 'startBlockNum' | 'havePositions'>): number {
    const others = havePositions.filter(
      (position) => position.blockNum < startBlockNum && !this.#isOnChain(position),
    );
    const start = others.reduce((lowest, { blockNum }) => Math.min(lowest, blockNum), startBlockNum);
    return Math.max(start, this.recorder.log.firstNum);
  }

  /** The last block that may be sent now. */
  lastNum({ irreversibleOnly }: Pick<GetBlocks, 'irreversibleOnly'>): number {
    const { lastNum } = this.recorder.log;
    return irreversibleOnly ? Math.min(this.chain.lastIrreversible().num, lastNum) : lastNum;
  }

  /** A result without a block when the history of the block is not there any more. */
  result(num: number, { fetchBlock, fetchTraces, fetchDeltas }: GetBlocks): GetBlocksResult {
    const { log } = this.recorder;
    const logged = log.read(num);
    if (logged === undefined) return this.#ends();
    const isStateAlone = this.isFromSnapshot && num === log.firstNum && logged.entry.traces === undefined;
    const previousId = num > GENESIS_NUM && !isStateAlone ? log.id(num - 1) : undefined;
    return {
      ...this.#ends(),
      thisBlock: { blockNum: num, blockId: logged.id },
      prevBlock: previousId && { blockNum: num - 1, blockId: previousId },
      block: fetchBlock && !isStateAlone ? this.#packedBlock(logged) : undefined,
      traces: fetchTraces ? logged.entry.traces : undefined,
      deltas: fetchDeltas ? logged.entry.deltas : undefined,
    };
  }

  #ends(): Pick<GetBlocksResult, 'head' | 'lastIrreversible'> {
    return { head: position(this.chain.head()), lastIrreversible: position(this.chain.lastIrreversible()) };
  }

  /** The block log may be shorter than the history. */
  #packedBlock({ num }: LoggedBlock): Uint8Array | undefined {
    return this.chain.block(num)?.packedBlock;
  }

  #isOnChain({ blockNum, blockId }: BlockPosition): boolean {
    const { log } = this.recorder;
    const id = log.id(blockNum) ?? this.#idInChain(blockNum);
    return id !== undefined && equalBytes(id, blockId);
  }

  #idInChain(num: number): Uint8Array | undefined {
    const id = this.chain.block(num)?.id;
    return id === undefined ? undefined : hexToBytes(id);
  }
}

const position = ({ num, id }: BlockSummary): BlockPosition => ({ blockNum: num, blockId: hexToBytes(id) });
