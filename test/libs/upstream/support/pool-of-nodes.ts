import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Networks, type NodeConfig, nodeConfigs, type NodeCapability } from '@app/networks';
import { type Clock, Metrics, systemClock } from '@app/operations';
import { type ChainClient, Chains, type ChainsOptions, type NodeStatus } from '@app/upstream';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { mainnetOn } from '../../../harness/fake-node/short-timeouts';

export const TABLE_ROWS = '/v1/chain/get_table_rows';
const CHAIN = 'pool of nodes';

/** One of several nodes with views of one chain: a head and faults of its own. */
export interface PoolNode {
  readonly name: string;
  readonly node: FakeNode;
  readonly view: FakeChain;
  /** Answers a request instead of the node; false leaves it to the node. */
  fault: (path: string, response: ServerResponse, answer: () => void) => boolean;
}

/** Nodes whose heads rise with the clock, and a client of them. */
export class PoolOfNodes {
  readonly metrics = new Metrics();
  chains!: Chains;
  client!: ChainClient;
  #reads = 0;

  private constructor(readonly nodes: readonly PoolNode[]) {}

  static async start(
    count: number,
    options: Partial<ChainsOptions> & {
      readonly capabilities?: readonly (readonly NodeCapability[] | undefined)[];
      /** Of each node, besides its URL, label and capabilities. */
      readonly members?: readonly Partial<NodeConfig>[];
    } = {},
  ): Promise<PoolOfNodes> {
    const clock = options.clock ?? systemClock;
    const nodes = await Promise.all(Array.from({ length: count }, (_, index) => startNode(index, clock)));
    const pool = new PoolOfNodes(nodes);
    const [config] = mainnetOn(['http://unused'], nodes[0]!.view.chainId).all();
    const configured = nodes.map(({ name, node }, index) => {
      const capabilities = options.capabilities?.[index];
      return { url: node.url, label: name, ...(capabilities && { capabilities: [...capabilities] }) };
    });
    const configs = nodeConfigs(configured).map((one, index) => ({ ...one, ...options.members?.[index] }));
    pool.chains = new Chains(new Networks([{ ...config!, nodes: configs }]), {
      clock,
      metrics: pool.metrics,
      readLifetimeMs: 0,
      pollMs: 30,
      // Beyond what an answer takes on a busy machine: where all nodes hang a spec sets its own.
      deadlinesMs: { table: 30_000, info: 30_000, account: 30_000, lookup: 30_000 },
      ...options,
    });
    pool.client = pool.chains.of('mainnet');
    return pool;
  }

  /** Name of the node that answered a read of a table. */
  async read(): Promise<string> {
    // Equal reads at the same time are one request.
    this.#reads += 1;
    const scope = String(this.#reads);
    const { rows } = await this.client.tableRows({ code: 'dex', scope, table: 'orders' });
    return (rows[0] as { name: string }).name;
  }

  /** As many reads, some at the same time. */
  async reads(count: number, parallel = 8): Promise<string[]> {
    const names: string[] = [];
    const work = async (): Promise<void> => {
      while (names.length < count) names.push(await this.read());
    };
    await Promise.all(Array.from({ length: parallel }, work));
    return names;
  }

  status(index: number): NodeStatus {
    return this.client.nodeStatus()[index]!;
  }

  /** Resolves when the pool judges a node so; the limit of the test ends the wait. */
  async until(index: number, kind: NodeStatus['fitness']['kind']): Promise<NodeStatus> {
    while (this.status(index).judged.kind !== kind) await delay(5);
    return this.status(index);
  }

  requests(index: number, path = TABLE_ROWS): number {
    return this.nodes[index]!.node.requests.filter((request) => request.path === path).length;
  }

  /** Second requests so far, those included that were ended before a connection was free for them. */
  async hedges(): Promise<number> {
    const { values } = await this.metrics.upstreamHedges.get();
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  async close(): Promise<void> {
    await this.chains.close();
    await Promise.all(this.nodes.map(({ node }) => node.stop().catch(() => undefined)));
  }
}

/** A chain of half a second per block, read by the clock. */
class ClockedChain extends FakeChain {
  readonly #startMs: number;

  constructor(private readonly clock: Clock) {
    super(CHAIN);
    this.#startMs = clock.now();
  }

  override info(): object {
    const nowMs = this.clock.now();
    this.headBlockNum = 1_000 + Math.floor((nowMs - this.#startMs) / 500);
    this.headBlockTime = new Date(nowMs).toISOString().replace('Z', '');
    return super.info();
  }
}

async function startNode(index: number, clock: Clock): Promise<PoolNode> {
  const view = new ClockedChain(clock);
  const node = await FakeNode.start(view);
  const name = `node-${index + 1}`;
  const one: PoolNode = { name, node, view, fault: () => false };
  node.override = (path, _body, response) => {
    const answer = (): void => {
      const page = { rows: [{ name }], more: false, next_key: '' };
      json(response, 200, path === TABLE_ROWS ? page : view.info());
    };
    if (one.fault(path, response, answer)) return true;
    if (path !== TABLE_ROWS) return false;
    answer();
    return true;
  };
  return one;
}
