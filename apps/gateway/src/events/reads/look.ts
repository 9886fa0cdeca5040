import { ConsistentRead, consistencyToken } from '@app/operations';
import type { TableAddress } from '@app/networks';
import { BlockNotReachedError, type ChainInfo, ConsistencyRefusedError } from '@app/upstream';
import type { Network } from '../../network/network';
import { NewestRows } from '../topics/newest-rows';

/** One look at a network: what its topics read, they read once for all clients. */
export class Look {
  readonly #logs = new Map<string, NewestRows>();
  #irreversibleTime: Promise<number> | undefined;
  #newest: Promise<Look> | undefined;
  #newestBlock: number;

  private constructor(
    readonly network: Network,
    readonly head: ChainInfo,
    private readonly block = head.headBlockNum,
  ) {
    this.#newestBlock = block;
  }

  /** @param last the look before: this one is not behind its newest block, unless a fork took that back */
  static async at(network: Network, last?: Look): Promise<Look> {
    const info = (): Promise<ChainInfo> => network.chain.info();
    try {
      const head = last === undefined ? info : () => atBlock(last.head, last.#newestBlock, info);
      return new Look(network, await ConsistentRead.suspend(head));
    } catch (error) {
      // No node has that block, or the nodes are of another chain now.
      if (!(error instanceof BlockNotReachedError || error instanceof ConsistencyRefusedError)) throw error;
      return new Look(network, await ConsistentRead.suspend(info));
    }
  }

  /** Runs reads at nodes that have the head of this look: an older one would seem to take back what was sent. */
  consistent<T>(code: () => T): T {
    return atBlock(this.head, this.block, code);
  }

  /** A row of this block was read: a node may be ahead of the head of the look. */
  saw(block: number): void {
    this.#newestBlock = Math.max(this.#newestBlock, block);
  }

  /** A look at the newest head that a node has now, which knows nothing of what this one read. */
  newest(): Promise<Look> {
    return (this.#newest ??= this.#lookNewest());
  }

  async #lookNewest(): Promise<Look> {
    const newest = await this.network.chain.heads.newest();
    return new Look(this.network, this.head, Math.max(this.#newestBlock, newest));
  }

  /** By what the nodes agree on, as the tools answer finality. */
  get irreversibleBlock(): number {
    return this.network.chain.position().irreversibleBlock;
  }

  /** Time of that block; 0 where no node has the block. */
  irreversibleTimeMs(): Promise<number> {
    return (this.#irreversibleTime ??= this.network.chain
      .block(this.irreversibleBlock)
      .then((block) => block?.timeMs ?? 0));
  }

  log(table: TableAddress): NewestRows {
    const key = `${table.code} ${table.scope} ${table.table}`;
    const known = this.#logs.get(key) ?? new NewestRows(this.network.chain, table);
    this.#logs.set(key, known);
    return known;
  }
}

/** Never in the call that happens to run: that of the client which came first. */
function atBlock<T>({ chainId }: ChainInfo, block: number, code: () => T): T {
  const read = ConsistentRead.of(consistencyToken(chainId, block));
  return read === undefined ? ConsistentRead.suspend(code) : read.run(code);
}
