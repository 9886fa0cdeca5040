import { GatewayClient } from '@app/client';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { payment } from './support/reads';

describe('chain-tool-client and x-consistency', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start();
    const node = { url: chain.url, name: 'chain', capabilities: ['chain'] };
    gateway = await startLabelledGateway([node], { env: LONG_NODE_TIMEOUTS });
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  /** @param changed token that answers state instead of their own */
  const clientOn = (changed?: string) => {
    const sent: (string | null)[] = [];
    const client = new GatewayClient({
      url: gateway.url,
      fetch: async (input, init) => {
        sent.push(new Headers(init?.headers).get('x-consistency'));
        const answer = await fetch(input, init);
        if (changed === undefined) return answer;
        return new Response(await answer.text(), {
          status: answer.status,
          headers: { 'x-consistency': changed },
        });
      },
    });
    return { client, sent };
  };
  const push = async (client: GatewayClient, network?: 'mainnet') =>
    client.call('push_transaction', {
      ...(network && { network }),
      signed_tx: (await payment(chain, String(Math.random()))) as never,
    });

  it('a client sends the token of its push with the reads and compositions of that network, and with no push', async () => {
    const { client, sent } = clientOn();
    await client.call('get_chain_info');
    const { block_num } = await push(client, 'mainnet');
    const order = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.001' } as const;
    await client.call('get_account', { account: 'bob' });
    await client.call('transfer', order);
    await push(client);
    const token: unknown = expect.stringMatching(new RegExp(`^[0-9a-f]{16}-${block_num}$`));
    expect(sent).toEqual([null, null, token, token, null]);
  });

  it('a client forgets a token that the gateway refuses, and asks again without it', async () => {
    const { client, sent } = clientOn(`${'0'.repeat(16)}-7`);
    await push(client);
    expect((await client.call('get_account', { account: 'bob' })).account).toBe('bob');
    expect(sent).toEqual([null, `${'0'.repeat(16)}-7`, null]);
  });
});
