import { type RunningGateway, startGateway } from '../gateway/start-gateway';
import { FakeChain } from './fake-chain';
import { FakeNode } from './fake-node';

/** The gateway in front of two scripted nodes of one chain. */
export class GatewayOnFakeNodes {
  private constructor(
    readonly chain: FakeChain,
    readonly nodes: readonly FakeNode[],
    private readonly gateway: RunningGateway,
  ) {}

  /** @param seed of the chain. @param env settings of the gateway */
  static async start(seed: string, env: NodeJS.ProcessEnv = {}): Promise<GatewayOnFakeNodes> {
    const chain = new FakeChain(seed);
    const nodes = [await FakeNode.start(chain), await FakeNode.start(chain)];
    const urls = nodes.map(({ url }) => url);
    setHeadTime(chain);
    return new GatewayOnFakeNodes(chain, nodes, await startGateway(urls, undefined, env));
  }

  get url(): string {
    return this.gateway.url;
  }

  /** The head is of this moment, and the nodes have their own answers and no recorded requests. */
  reset(): void {
    setHeadTime(this.chain);
    for (const node of this.nodes) {
      node.override = () => false;
      node.script = ['take'];
      node.requests.length = 0;
    }
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}

function setHeadTime(chain: FakeChain): void {
  chain.headBlockTime = new Date().toISOString().slice(0, -1);
}
