import type { NodeConfig, NodesOfNetwork } from '@app/networks/node-config';
import type { TransactionFate } from '../push/fate/judged-fate';
import type { ComposedTransaction } from '../push/fate/transaction-fate';
import { MemoryHolders } from '../push/sent-to-nodes/memory-holders';
import type { Reach } from '../pool/reach';
import type { ChainClient } from './chain-client';
import { requireDistinct } from './distinct-nodes';
import { type ConnectionOptions, NetworkConnection } from './network-connection';
import type { ChainsOptions } from './chains-options';

/** The networks that chains are known of. */
export interface NetworkSource<N extends NodesOfNetwork> {
  /** @throws Error for a name that it does not know */
  of(name: string): N;
  all(): N[];
}

/** The chains of all configured networks; a network is connected when it is first asked for. */
export class Chains<N extends NodesOfNetwork = NodesOfNetwork> {
  readonly #connected = new Map<string, NetworkConnection>();
  readonly #options: ConnectionOptions;

  constructor(
    /** Those that it has a client for. */
    readonly networks: NetworkSource<N>,
    private readonly options: ChainsOptions<N>,
  ) {
    const { pushHolders = new MemoryHolders(options.clock) } = options;
    this.#options = { ...options, pushHolders };
    options.sharedPushes?.onPush(({ network, setsAbi }) => {
      this.#connected.get(network)?.client.pushedElsewhere(setsAbi);
    });
  }

  /** @throws NetworkNotConfiguredError */
  of(network: string): ChainClient {
    return this.#connectionOf(network).client;
  }

  /** Whether a node of a network answers this replica, and others where none does. As of the last poll. */
  reachOf(network: string): Reach {
    return this.#connectionOf(network).pool.reach;
  }

  /** Whether a composed transaction was executed, or can never be. Never throws for errors of nodes. */
  fateOf(network: string, transaction: ComposedTransaction): Promise<TransactionFate> {
    return this.#connectionOf(network).fateOf(transaction);
  }

  /**
   * Takes over the nodes and the verification of networks that are configured, or found, otherwise than before. Requests in flight
   * end where they were sent; pushes and their watch continue at the nodes of now.
   */
  configure(configs: readonly N[]): void {
    for (const config of configs)
      this.#connected.get(config.name)?.configure(this.#nodesOf(config), config.verify);
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    const closed = [...this.#connected.values()].map((connection) => connection.close());
    this.#connected.clear();
    await Promise.all(closed);
  }

  #nodesOf(network: N): readonly NodeConfig[] {
    if (this.options.nodesOf !== undefined) return this.options.nodesOf(network);
    requireDistinct(network);
    return network.nodes;
  }

  #connectionOf(network: string): NetworkConnection {
    const known = this.#connected.get(network);
    if (known !== undefined) return known;
    const config = this.networks.of(network);
    const connected = new NetworkConnection(config, this.#nodesOf(config), this.#options);
    this.#connected.set(network, connected);
    return connected;
  }
}
