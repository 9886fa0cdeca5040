import { ConsistentRead, consistencyToken } from '@app/operations';
import type { TableAddress } from '@app/networks';
import { BlockNotReachedError, type ChainInfo, ConsistencyRefusedError } from '@app/upstream';
import type { Network } from '../../network/network';
import { NewestRows } from '../topics/newest-rows';

/** One look at a network: what its topics read, they read once for all clients. */
export class Look {
  readonly #logs = new Map<string, NewestRows>();
  #irreversibleTime: Promise<number> | undefined;

  private constructor(
    readonly network: Network,
    readonly head: ChainInfo,
  ) {}

  /** @param last head of the look before: this one is not behind it, unless a fork took that block back */
  static async at(network: Network, last?: ChainInfo): Promise<Look> {
    const info = (): Promise<ChainInfo> => network.chain.info();
    try {
      return new Look(network, await atHead(last, info));
    } catch (error) {
      // No node has that block, or the nodes are of another chain now.
      if (!(error instanceof BlockNotReachedError || error instanceof ConsistencyRefusedError)) throw error;
      return new Look(network, await atHead(undefined, info));
    }
  }

  /** Runs reads at nodes that have the head of this look: an older one would seem to take back what was sent. */
  consistent<T>(code: () => T): T {
    return atHead(this.head, code);
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
function atHead<T>(head: ChainInfo | undefined, code: () => T): T {
  const read = head && ConsistentRead.of(consistencyToken(head.chainId, head.headBlockNum));
  return read === undefined ? ConsistentRead.suspend(code) : read.run(code);
}
