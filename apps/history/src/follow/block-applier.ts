import { equalBytes } from '@app/antelope';
import { type BlockPosition, type DecodedBlock, decodeBlock, type ShipStatus } from '@app/ship';
import type { BlockWrites } from '../derive/block-writes';
import type { LoadedState } from '../derive/derivation';
import type { HistoryWriter } from '../store/port';
import { stateOnlyBlock } from '../derive/state-only-block';
import type { FollowedResult } from './arriving-state';
import { isStateAlone } from './available-blocks';
import type { BlockDerivation, FollowListener } from './block-derivation';
import { DisconnectedBlockError, MissingHistoryError } from './follow-errors';
import { FollowedChain } from './followed-chain';
import { type ProvenBlock, provenBlock, requireNumbersOfIds } from './proven-block';
import type { LoadableState, StateBlock, StateLoader } from './state-loader';

interface ApplierParts {
  readonly writer: HistoryWriter;
  readonly derivation: BlockDerivation;
  readonly listener: FollowListener;
  readonly status: ShipStatus;
  /** Number of the first block of an empty store. */
  readonly firstNum: number;
  /** Writes a state that comes in parts. */
  readonly loader?: StateLoader | undefined;
}

/** Brings results of the node into the store: checks, undoes, derives, appends. */
export class BlockApplier {
  #batch: BlockWrites[] = [];
  /** The first block of the store where it is state alone: the block after it tells the time. */
  #stateAlone: DecodedBlock | undefined;
  /** The state of the first block, where it came in parts, until that block is derived. */
  #loaded: LoadedState | undefined;
  #lastTimeMs: number | undefined;

  private constructor(
    private chain: FollowedChain,
    private readonly parts: ApplierParts,
  ) {}

  /** Continues behind the last block of the store. */
  static async resume(parts: ApplierParts): Promise<BlockApplier> {
    const { writer, derivation, firstNum } = parts;
    const chain = await chainOf(writer, firstNum);
    derivation.resume(await writer.tail());
    return new BlockApplier(chain, parts);
  }

  /** Number of the last block that was applied; undefined while there is none. */
  get lastNum(): number | undefined {
    return this.chain.cursor?.num;
  }

  /** Time of the last block that was applied here, in milliseconds since 1970. */
  get lastTimeMs(): number | undefined {
    return this.#lastTimeMs;
  }

  /**
   * Applies blocks in order. Each run between two forks is one transaction of the store. The blocks before one that is
   * refused are written.
   * @param prove gives the content of a result that proves it
   */
  async apply(results: readonly FollowedResult[], prove = provenBlock): Promise<void> {
    this.#batch = [];
    try {
      for (const result of results) await this.#add(result, prove);
    } finally {
      await this.#commit();
    }
  }

  async #add(result: FollowedResult, prove: typeof provenBlock): Promise<void> {
    const { thisBlock, prevBlock } = result;
    if (thisBlock === undefined)
      throw new MissingHistoryError(`the node has no history of block ${String(this.chain.nextNum)}`);
    requireNumbersOfIds(result);
    const { blockNum } = thisBlock;
    const isAlone = this.chain.cursor === undefined && isStateAlone(result, this.parts.status);
    const proven = isAlone ? undefined : prove(result, blockNum, this.parts.status);
    if (blockNum <= this.chain.irreversibleNum) await this.#refuseRepeated(thisBlock);
    const step = this.chain.stepOf(thisBlock, prevBlock);
    if (step.kind === 'undo') {
      await this.#undo(step.to);
      this.chain.stepOf(thisBlock, prevBlock);
    }
    this.chain.requireSameIrreversible(result.lastIrreversible);
    if (result.state !== undefined)
      await this.#load(result.state, { ...thisBlock, timestamp: proven?.block.timestamp ?? 0 });
    if (proven === undefined) this.#stateAlone = decodeBlock(result);
    else this.#derive(proven);
    this.chain.append(thisBlock, result.lastIrreversible.blockNum);
  }

  /** Loads the state of the first block of a store: of any other one it would be a part of what is there. */
  async #load(state: LoadableState, block: StateBlock): Promise<void> {
    const { loader } = this.parts;
    if (this.chain.cursor !== undefined || loader === undefined)
      throw new DisconnectedBlockError(
        `the node sends the whole state of block ${String(block.blockNum)} to a store that has blocks`,
      );
    this.#loaded = await loader.load(state, block);
  }

  #derive(proven: ProvenBlock): void {
    const stateAlone = this.#stateAlone;
    this.#stateAlone = undefined;
    if (stateAlone !== undefined)
      this.#batch.push(this.#writesOf({ ...stateAlone, block: stateOnlyBlock(proven.block) }));
    this.#batch.push(this.#writesOf(proven));
  }

  /** The writes of a block. A state that was loaded is that of the first one. */
  #writesOf(block: DecodedBlock): BlockWrites {
    const loaded = this.#loaded;
    this.#loaded = undefined;
    return this.parts.derivation.derive(block, loaded);
  }

  /** Throws DisconnectedBlockError for a block that is in the store: the node sent it twice. */
  async #refuseRepeated({ blockNum, blockId }: BlockPosition): Promise<void> {
    await this.#commit();
    const stored = await this.parts.writer.idOf(blockNum);
    if (stored !== undefined && equalBytes(stored, blockId))
      throw new DisconnectedBlockError(`the node sent block ${String(blockNum)} again`);
  }

  async #undo(to: number): Promise<void> {
    await this.#commit();
    const { writer, derivation, listener, firstNum } = this.parts;
    await writer.undoTo(to);
    this.chain = await chainOf(writer, firstNum);
    derivation.resume(await writer.tail());
    listener.undone(to);
  }

  async #commit(): Promise<void> {
    const blocks = this.#batch;
    if (blocks.length === 0) return;
    this.#batch = [];
    await this.parts.writer.append(blocks, this.chain.irreversibleNum);
    this.#lastTimeMs = blocks.at(-1)?.block.timeMs;
    this.parts.listener.committed(blocks, this.chain.irreversibleNum);
  }
}

/** The blocks of the store that can be undone, and the irreversible one before them. */
async function chainOf(writer: HistoryWriter, firstNum: number): Promise<FollowedChain> {
  const cursor = await writer.cursor();
  const { irreversibleNum: num = 0 } = cursor ?? {};
  const id = await writer.idOf(num);
  const reversible = await writer.reversible();
  return new FollowedChain(cursor, id === undefined ? reversible : [{ num, id }, ...reversible], firstNum);
}
