import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { signWithLibrary } from '../../harness/signing/sign-digest';

/** Requests that send or look up a transaction. */
const OF_PUSHES = /send_transaction|get_transaction|push_transaction/;

describe('PUSH_BUDGET_MS', () => {
  let chain: TestChain;
  let node: Server;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'timed' });
    node = createServer((request, response) => {
      if (OF_PUSHES.test(request.url ?? '')) return;
      (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const body = Buffer.concat(chunks);
        const answer = await fetch(chain.url + (request.url ?? ''), { method: 'POST', body });
        response.writeHead(answer.status).end(await answer.text());
      })().catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
    gateway = await startGateway(`http://127.0.0.1:${(node.address() as AddressInfo).port}`, undefined, {
      PUSH_BUDGET_MS: '1000',
      NODE_TIMEOUT_PUSH_MS: '1000',
      NODE_TIMEOUT_LOOKUP_MS: '120000',
    });
  });
  afterAll(async () => {
    await gateway.close();
    node.closeAllConnections();
    await new Promise((resolve) => node.close(resolve));
    await chain.close();
  });

  const call = async (tool: string, input: object) =>
    (await fetch(`${gateway.url}/v1/tools/${tool}`, { method: 'POST', body: JSON.stringify(input) })).json();

  it('PUSH_BUDGET_MS ends a push whose node answers neither the push nor a look-up, with the status unknown', async () => {
    const input = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1' };
    const { transaction } = (await call('transfer', input)) as {
      transaction: { packed_trx: string; signing_digest: string };
    };
    const { packed_trx, signing_digest } = transaction;
    const signatures = [signWithLibrary(String(chain.keyOf('alice')), signing_digest)];
    expect(await call('push_transaction', { signed_tx: { signatures, packed_trx } })).toMatchObject({
      status: 'unknown',
    });
  });
});
