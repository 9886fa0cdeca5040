import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import type { Answer } from '../../harness/gateway/gateway-client';
import { signWithLibrary } from '../../harness/signing/sign-digest';
import { type FaultyNode, faultyNode } from '../../harness/fake-node/faulty-node';

const SEND = '/v1/chain/send_transaction';

describe('push_transaction and the relay buckets', () => {
  let chain: TestChain;
  let node: FaultyNode;
  let gateway: RunningGateway;
  let sent: number;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'timed' });
  });
  afterAll(() => chain.close());
  beforeEach(async () => {
    node = await faultyNode(chain.url);
    sent = 0;
    Object.assign(node, { only: SEND, answersLeft: 0 });
    node.fault = async (_socket, response, forward) => {
      sent += 1;
      const answer = (await forward()) as Response;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    };
    gateway = await startGateway(`http://127.0.0.1:${node.port}`, undefined, {
      RATE_LIMIT_RELAY: '10',
      RATE_LIMIT_RELAY_REFUSED: '30',
    });
  });
  afterEach(async () => {
    await gateway.close();
    await node.close();
  });

  const post = (tool: string, input: Answer) =>
    fetch(`${gateway.url}/v1/tools/${tool}`, { method: 'POST', body: JSON.stringify(input) });
  const proposed = async (): Promise<{ packed_trx: string; signing_digest: string }> => {
    const input = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1' };
    const { transaction } = (await (await post('transfer', input)).json()) as {
      transaction: { packed_trx: string; signing_digest: string };
    };
    return transaction;
  };
  const signed = async (): Promise<Answer> => {
    const { packed_trx, signing_digest } = await proposed();
    return { signatures: [signWithLibrary(String(chain.keyOf('alice')), signing_digest)], packed_trx };
  };

  it('push_transaction counts unsent requests as refused, and leaves the relay bucket unchanged', async () => {
    const good = await signed();
    const refused: Answer[] = [
      { ...good, signatures: ['SIG_K1_nonsense'] },
      { ...good, packed_trx: '00' },
      { ...good, compression: 'zlib' },
      { ...good, unknown: 1 },
    ];
    for (let call = 0; call < 12; call += 1) {
      const answer = await post('push_transaction', { signed_tx: refused[call % refused.length] });
      expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([400, '30']);
    }
    const answer = await post('push_transaction', { signed_tx: good });
    expect(await answer.json()).toMatchObject({ status: 'executed' });
    expect(answer.headers.get('ratelimit-limit')).toBe('10');
    expect(answer.headers.get('ratelimit-remaining')).toBe('9');
  });

  it('push_transaction sends exactly as many transactions as the relay bucket allows when more arrive at once', async () => {
    const transactions = await Promise.all(Array.from({ length: 14 }, signed));
    const answers = await Promise.all(
      transactions.map((signed_tx) => post('push_transaction', { signed_tx })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(200),
      429,
      429,
      429,
      429,
    ]);
    expect(sent).toBe(10);
  });
});
