import type { NetworkConfig, Networks } from '@app/networks';
import type { Clock, Metrics } from '@app/operations';
import type { CallClass } from '../node/call-class';
import { MemoryHolders } from '../push/holders/memory-holders';
import type { PushHolders } from '../push/holders/push-holders';
import type { PushRetryPolicy } from '../push/push';
import { Pusher } from '../push/pusher';
import { ChainClient } from './chain-client';
import { ChainIdVerifier } from '../node/chain-id-verifier';
import { NodeCaller } from '../pool/node-caller';
import { NodeHeads } from '../pool/node-heads';
import { FailoverOrder } from '../pool/node-selector';
import { UpstreamNode } from '../node/upstream-node';

/** Options shared by the clients of all networks. */
export interface ChainsOptions {
  readonly clock: Clock;
  readonly metrics?: Metrics;
  /** Deadlines that differ from the table of call classes. */
  readonly deadlinesMs?: Partial<Record<CallClass, number>>;
  /** How long an answer serves equal reads; less than a block. */
  readonly readLifetimeMs?: number;
  readonly push?: PushRetryPolicy;
  /** Default: in the memory of this process. */
  readonly pushHolders?: PushHolders;
}

const READ_LIFETIME_MS = 250;
/** Below the 60 s after which clients and proxies give a request up. */
const PUSH = { budgetMs: 40_000, lookups: 4, pauseMs: 500 };

interface Connected {
  readonly client: ChainClient;
  readonly nodes: readonly UpstreamNode[];
}

/** The chains of all configured networks; a network is connected when it is first asked for. */
export class Chains {
  readonly #connected = new Map<string, Connected>();
  readonly #pushHolders: PushHolders;

  constructor(
    private readonly networks: Networks,
    private readonly options: ChainsOptions,
  ) {
    this.#pushHolders = options.pushHolders ?? new MemoryHolders(options.clock);
  }

  /** @throws NetworkNotConfiguredError */
  of(network: string): ChainClient {
    const known = this.#connected.get(network);
    if (known !== undefined) return known.client;
    const connected = this.#connect(this.networks.of(network));
    this.#connected.set(network, connected);
    return connected.client;
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    const nodes = [...this.#connected.values()].flatMap((connected) => connected.nodes);
    this.#connected.clear();
    await Promise.all(nodes.map((node) => node.close()));
  }

  #connect({ name, nodes: urls, chainId }: NetworkConfig): Connected {
    const { clock, metrics, deadlinesMs, readLifetimeMs = READ_LIFETIME_MS, push = PUSH } = this.options;
    const nodes = urls.map((url) => new UpstreamNode(url, deadlinesMs));
    const heads = new NodeHeads(clock);
    const selector = new FailoverOrder(nodes, clock, heads);
    const caller = new NodeCaller(name, selector, new ChainIdVerifier(chainId, clock), heads, metrics);
    const pusher = new Pusher(caller, this.#pushHolders, push);
    return { nodes, client: new ChainClient(caller, pusher, readLifetimeMs, clock) };
  }
}
