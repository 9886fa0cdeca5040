import { setTimeout as delay } from 'node:timers/promises';
import { ConsistentRead, consistencyToken } from '@app/operations/core';
import { BlockNotReachedError, ConsistencyRefusedError } from '../node/errors';
import type { NetworkState } from './network-state';
import type { PoolPolls } from './pool-polls';

/** Between two looks at the heads of the nodes while calls wait: a fifth of the time of a block. */
const LOOK_EVERY_MS = 100;

/** Has reads wait for a node that has the block of their call. */
export class ConsistentNodes {
  /** One for all calls that wait: they cost the nodes no more than one of them. */
  #look: Promise<unknown> | undefined;

  constructor(
    private readonly network: string,
    private readonly state: Pick<NetworkState, 'chainId' | 'position' | 'isPossible'>,
    private readonly polls: Pick<PoolPolls, 'pollAll'>,
  ) {}

  /** Of the running call; 0: any. @throws ConsistencyRefusedError for one that names a block of another chain */
  get requiredBlock(): number {
    const read = ConsistentRead.current;
    if (read === undefined) return 0;
    const { chainId } = this.state;
    if (chainId !== undefined && !chainId.startsWith(read.chain))
      throw new ConsistencyRefusedError(
        this.network,
        `it names a block of another chain than ${this.network}`,
      );
    return read.block;
  }

  tokenOf(block: number): string | undefined {
    const { chainId } = this.state;
    return chainId === undefined || block < 1 ? undefined : consistencyToken(chainId, block);
  }

  /** Polls every node now: their heads are about to be asked for. */
  lookNow(): void {
    void this.looked();
  }

  /**
   * Waits until a node has the block of the running call, as long as the call may wait.
   * @param isServed whether a node that has this block can be asked; 0: any block
   * @throws ConsistencyRefusedError for a block that time does not allow; BlockNotReachedError when nodes could be asked,
   *   and none has the block in time
   */
  async reached(isServed: (block: number) => boolean): Promise<void> {
    const read = ConsistentRead.current;
    const block = this.requiredBlock;
    if (read === undefined || isServed(block)) return;
    do {
      await this.looked();
      if (isServed(block)) return;
      // Without any node, nothing is known of its possible blocks.
      if (isServed(0) && !this.state.isPossible(block))
        throw new ConsistencyRefusedError(this.network, `block ${block} is ahead of ${this.network}`);
      await delay(Math.min(LOOK_EVERY_MS, read.waitMs));
    } while (read.waitMs > 0);
    // Without any node to ask, the reasons of the nodes say more.
    if (!isServed(block) && isServed(0)) throw this.notReached(block);
  }

  notReached(block: number): BlockNotReachedError {
    return new BlockNotReachedError(this.network, block, this.state.position.headBlock);
  }

  /** Polls every node now. One that does not answer delays no call that another node can serve. */
  looked(): Promise<unknown> {
    this.#look ??= Promise.race([this.polls.pollAll(), delay(LOOK_EVERY_MS)]).finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }
}
