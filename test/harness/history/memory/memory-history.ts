import { equalBytes } from '@app/antelope';
import type { BlockPosition, BlockWrites } from '../../../../apps/history/src/derive/block-writes';
import { StateLoadError, WrongChainError } from '../../../../apps/history/src/store/errors';
import { joinedRanges } from '../../../../apps/history/src/store/block-ranges';
import type { Name } from '../../../../apps/history/src/derive/name';
import type {
  BlockRange,
  ChainTail,
  CompleteBlock,
  Cursor,
  HistoryWriter,
  NodeAbi,
  StateLoad,
} from '../../../../apps/history/src/store/port';
import { activeSchedules } from '../../../../apps/history/src/store/active-schedules';
import {
  advanceIrreversible,
  knownFromOf,
  requireContinuity,
  requireReversible,
} from '../../../../apps/history/src/store/positions';
import { ChainState } from './state';

/**
 * The whole history in the memory of this process, as the blocks that were appended. Every answer is computed from
 * all of them: the model that the stores are compared with.
 */
export class MemoryHistory implements HistoryWriter {
  chainId: Uint8Array | undefined;
  blocks: BlockWrites[] = [];
  irreversibleNum = 0;
  /** Blocks below have no history any more. */
  prunedBefore = 0;
  /** Last block of the first fill; 0 when there is none. */
  fillTo = 0;
  #filled = new Map<number, BlockWrites>();
  readonly nodeAbis = new Map<Name, NodeAbi>();
  #isNew = true;
  #cachedState: ChainState | undefined;
  #parts: BlockWrites[] = [];
  load: StateLoad | undefined;

  get state(): ChainState {
    this.#cachedState ??= ChainState.after(this.blocks);
    return this.#cachedState;
  }

  async open(chainId: Uint8Array): Promise<void> {
    if (this.chainId !== undefined && !equalBytes(this.chainId, chainId))
      throw new WrongChainError('the store holds the history of another chain');
    this.chainId = chainId;
  }

  async cursor(): Promise<Cursor | undefined> {
    const last = this.blocks.at(-1)?.block;
    if (last === undefined) return undefined;
    const firstNum = Math.max(this.prunedBefore, this.blocks[0]?.block.num ?? 0);
    return { num: last.num, id: last.id, irreversibleNum: this.irreversibleNum, firstNum };
  }

  async reversible(): Promise<BlockPosition[]> {
    return this.blocks
      .filter(({ block }) => block.num > this.irreversibleNum)
      .map(({ block }) => ({ num: block.num, id: block.id }));
  }

  async idOf(num: number): Promise<Uint8Array | undefined> {
    return this.blocks.find(({ block }) => block.num === num)?.block.id;
  }

  async firstSince(timeMs: number): Promise<number | undefined> {
    return this.blocks.find(({ block }) => block.num >= this.prunedBefore && block.timeMs >= timeMs)?.block
      .num;
  }

  async tail(): Promise<ChainTail | undefined> {
    const last = this.blocks.at(-1)?.block;
    if (last === undefined) return undefined;
    const announced = this.state.schedules.filter(
      ({ kind, version }) => kind === 'activated' && version >= last.scheduleVersion,
    );
    const { timeMs, scheduleVersion } = last;
    return { timeMs, scheduleVersion, schedules: activeSchedules(announced), policies: this.state.policies };
  }

  async append(blocks: readonly BlockWrites[], irreversibleNum: number): Promise<void> {
    requireContinuity(this.blocks.at(-1)?.block, blocks);
    const [first, ...others] = blocks;
    if (first !== undefined && this.blocks.length === 0) this.blocks.push(this.#withLoad(first));
    else if (first !== undefined) this.blocks.push(first);
    this.blocks.push(...others);
    this.#cachedState = undefined;
    const last = this.blocks.at(-1)?.block.num ?? 0;
    this.irreversibleNum = advanceIrreversible(this.irreversibleNum, irreversibleNum, last);
    if (last >= this.fillTo) this.fillTo = 0;
  }

  async loading(): Promise<StateLoad | undefined> {
    return this.load;
  }

  async canLoad(): Promise<boolean> {
    return this.#isNew && this.blocks.length === 0;
  }

  async loadPart(part: BlockWrites, load: StateLoad): Promise<void> {
    requireContinued(await this.canLoad(), this.load, load);
    this.#parts.push(part);
    this.load = load;
  }

  async dropLoad(): Promise<void> {
    this.#parts = [];
    this.load = undefined;
  }

  /** The first block with the state that was loaded for it. */
  #withLoad(first: BlockWrites): BlockWrites {
    const { load } = this;
    const { loadedDigest } = first;
    const isLoaded =
      load !== undefined &&
      loadedDigest !== undefined &&
      equalBytes(load.id, first.block.id) &&
      equalBytes(load.digest, loadedDigest);
    const parts = isLoaded ? this.#parts : [];
    this.#parts = [];
    this.load = undefined;
    if (parts.length === 0) return first;
    this.irreversibleNum = first.block.num;
    const all = [...parts, first];
    return {
      ...first,
      deltas: all.flatMap(({ deltas }) => deltas),
      tokens: all.flatMap(({ tokens }) => tokens),
      permissions: all.flatMap(({ permissions }) => permissions),
      links: all.flatMap(({ links }) => links),
      proposals: all.flatMap(({ proposals }) => proposals),
      voters: all.flatMap(({ voters }) => voters),
      schedules: all.flatMap(({ schedules }) => schedules),
      trades: all.flatMap(({ trades }) => trades),
      abis: all.flatMap(({ abis }) => abis),
    };
  }

  async filling(): Promise<number | undefined> {
    return this.fillTo === 0 ? undefined : this.fillTo;
  }

  async beginFill(to: number): Promise<boolean> {
    if (!this.#isNew || this.blocks.length > 0) return false;
    this.fillTo = to;
    return true;
  }

  async filledRanges(): Promise<BlockRange[]> {
    const nums = [...this.#filled.keys()].sort((left, right) => left - right);
    return joinedRanges(nums.map((num) => ({ from: num, to: num })));
  }

  async fill(blocks: readonly BlockWrites[]): Promise<void> {
    requireContinuity(undefined, blocks);
    for (const writes of blocks) this.#filled.set(writes.block.num, writes);
  }

  async connect(complete: CompleteBlock): Promise<readonly BlockWrites[]> {
    const connected: BlockWrites[] = [];
    let last = this.blocks.at(-1)?.block;
    for (;;) {
      const next = last && this.#filled.get(last.num + 1);
      if (next === undefined) break;
      connected.push(complete(next));
      last = next.block;
    }
    if (connected.length === 0) return [];
    await this.append(connected, last?.num ?? 0);
    for (const { block } of connected) this.#filled.delete(block.num);
    return connected;
  }

  async undoTo(num: number): Promise<void> {
    const cursor = await this.cursor();
    if (cursor === undefined) return;
    requireReversible(cursor, num);
    this.blocks = this.blocks.filter(({ block }) => block.num <= num);
    this.#cachedState = undefined;
  }

  async prune(beforeNum: number): Promise<void> {
    this.prunedBefore = Math.max(this.prunedBefore, Math.min(beforeNum, this.irreversibleNum));
  }

  async reset(): Promise<void> {
    this.#isNew = false;
    this.fillTo = 0;
    this.#filled.clear();
    await this.dropLoad();
    this.nodeAbis.clear();
    this.blocks = [];
    this.irreversibleNum = 0;
    this.prunedBefore = 0;
    this.#cachedState = undefined;
  }

  async lacksAbi(contract: Name): Promise<boolean | undefined> {
    if (this.blocks.length === 0) return undefined;
    if (knownFromOf(this.blocks) === 0) return false;
    return !this.nodeAbis.has(contract) && this.state.abis.every(({ account }) => account !== contract);
  }

  async keepNodeAbi(abi: NodeAbi): Promise<void> {
    if (this.chainId === undefined || !equalBytes(this.chainId, abi.chainId))
      throw new WrongChainError('the node that was asked for an ABI serves another chain');
    this.nodeAbis.set(abi.contract, abi);
  }

  async report(): Promise<void> {
    // Other processes cannot read this memory.
  }

  async close(): Promise<void> {
    await this.reset();
  }
}

function requireContinued(isNew: boolean, stored: StateLoad | undefined, part: StateLoad): void {
  const { num, id, parts, digest } = part;
  if (!isNew) throw new StateLoadError(`the state of block ${num} comes to a store that has, or had, blocks`);
  const isSame = stored?.num === num && equalBytes(stored.id, id);
  const isNext = parts === (stored?.parts ?? 0) + 1 && (stored === undefined || isSame);
  if (!isNext && !(isSame && parts === stored.parts && equalBytes(digest, stored.digest)))
    throw new StateLoadError(
      `part ${parts} of the state of block ${num} does not follow ${stored === undefined ? 'any' : `part ${stored.parts} of block ${stored.num}`}`,
    );
}
