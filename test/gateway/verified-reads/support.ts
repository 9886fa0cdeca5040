import { Chains, type NodeStatus } from '@app/upstream';
import { type LyingNode, lyingNode } from '../../harness/fake-node/lying-node';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { TestGateway } from '../../harness/gateway/test-gateway';

/** One answer of a tool over REST. */
export interface ToolAnswer {
  readonly status: number;
  /** The header x-verified; null where it is absent. */
  readonly verified: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A development chain with a price and a vault of alice, and proxies in front of it: the last one is to lie. */
export class LiedChain {
  private constructor(
    private readonly own: TestGateway,
    readonly proxies: readonly LyingNode[],
  ) {}

  static async start(): Promise<LiedChain> {
    const own = await TestGateway.start();
    await own.admin('price', { price: '65000.00000000' });
    await own.execute('setup_vault', { account: 'alice' });
    return new LiedChain(own, await Promise.all([0, 1, 2].map(() => lyingNode(own.chain.url))));
  }

  /**
   * A gateway on the liar and as many honest nodes as are left of `nodes`. The liar is node-3.
   * @param weight of the liar: with 100 it is asked first
   */
  gateway(nodes: number, verify?: string, env: NodeJS.ProcessEnv = {}, weight = 1): Promise<RunningGateway> {
    const named = this.proxies.map((proxy, index) => ({
      url: proxy.url,
      name: `node-${index + 1}`,
      weight: proxy === this.liar ? weight : 1,
    }));
    const options = {
      // Polls of a busy machine are late, and say nothing about a node.
      env: { ...LONG_NODE_TIMEOUTS, NODE_POLL_MS: '100', ...env },
      ...(verify === undefined ? {} : { verify }),
    };
    return startLabelledGateway(named.slice(-nodes), options);
  }

  get liar(): LyingNode {
    return this.proxies[2]!;
  }

  /** Ends all lies and faults. */
  restore(): void {
    for (const proxy of this.proxies) {
      proxy.lies.clear();
      proxy.abis.clear();
      Object.assign(proxy, { lie: undefined, isBroken: false, delayMs: 0 });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
    await this.own.close();
  }
}

export async function callTool({ url }: RunningGateway, tool: string, input: object): Promise<ToolAnswer> {
  const answer = await fetch(`${url}/v1/tools/${tool}`, { method: 'POST', body: JSON.stringify(input) });
  const body = (await answer.json()) as ToolAnswer['body'];
  return { status: answer.status, verified: answer.headers.get('x-verified'), body };
}

export const statusOf = ({ app }: RunningGateway, label: string): NodeStatus =>
  app
    .get(Chains)
    .of('mainnet')
    .nodeStatus()
    .find(({ node }) => node === label)!;

/** Whether a node rests because two others contradict it. */
export const isCoolingDown = (gateway: RunningGateway, label: string): boolean =>
  statusOf(gateway, label).fitness.why.startsWith('answered otherwise than two other nodes');
