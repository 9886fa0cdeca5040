import type { TableAddress } from '@app/networks';
import type { ChainInfo } from '@app/upstream';
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

  static async at(network: Network): Promise<Look> {
    return new Look(network, await network.chain.info());
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
