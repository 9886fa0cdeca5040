import { startGateway, type RunningGateway } from '../../../harness/gateway/start-gateway';
import { TestChain, transfer } from '../../../harness/node/test-chain';
import { NodeClient } from '../../../harness/node/node-client';

interface Pushed {
  readonly transaction_id: string;
  readonly processed: { readonly id: string; readonly action_traces: unknown[]; readonly except: unknown };
}

let chain: TestChain;
let gateway: RunningGateway;
let mirror: NodeClient;
let memo = 0;

beforeAll(async () => {
  chain = await TestChain.start();
  gateway = await startGateway(chain.url, undefined, { RATE_LIMIT_MIRROR: '100000' });
  mirror = new NodeClient(gateway.url);
});
afterAll(async () => {
  await gateway.close();
  await chain.close();
});

const signed = (quantity = '0.00000100 BTC', compression = 0) =>
  chain.sign(
    [transfer('alice', 'bob', quantity, { memo: `mirror ${++memo}` })],
    [chain.keyOf('alice')],
    {},
    compression,
  );

describe('a signed transfer through the mirror', () => {
  it.each([
    ['push_transaction', 0],
    ['send_transaction', 0],
    ['send_transaction', 1],
  ] as const)(
    'a signed transfer through the mirror is executed by %s with compression %d',
    async (route, compression) => {
      const { status, json } = await mirror.post<Pushed>(route, await signed('0.00000100 BTC', compression));
      expect([status, json.processed.except]).toEqual([202, null]);
      expect(json.processed.action_traces.length).toBeGreaterThan(0);
    },
  );

  it('a signed transfer through the mirror is executed by send_transaction2', async () => {
    const { status, json } = await mirror.post<Pushed>('send_transaction2', {
      return_failure_trace: true,
      transaction: await signed(),
    });
    expect([status, json.processed.id]).toEqual([202, json.transaction_id]);
  });

  it('a signed transfer through the mirror is executed by push_transactions, each item for itself', async () => {
    const { status, json } = await mirror.post<Pushed[]>('push_transactions', [
      await signed(),
      await signed('999999999.00000000 BTC'),
    ]);
    expect(status).toBe(202);
    expect(json.map(({ transaction_id: id }) => /^0+$/.test(id))).toEqual([false, true]);
  });

  it.each([
    ['send_transaction', (body: object) => body],
    ['push_transaction', (body: object) => body],
    ['send_transaction2', (transaction: object) => ({ return_failure_trace: false, transaction })],
  ])(
    'a signed transfer through the mirror is refused by %s with the bytes of the node',
    async (route, wrap) => {
      const body = wrap(await signed('999999999.00000000 BTC'));
      const direct = await chain.post(route, body);
      const mirrored = await mirror.post(route, body);
      expect([mirrored.status, mirrored.text]).toEqual([direct.status, direct.text]);
      expect(direct.status).toBe(500);
    },
  );

  it.each(['', '{}', 'no JSON', '[]', '{"signatures":[],"compression":0,"packed_trx":"zz"}'])(
    'a signed transfer through the mirror of a body that a node cannot read (%s) is refused with the bytes of the node',
    async (body) => {
      const direct = await chain.post('send_transaction', body);
      const mirrored = await mirror.post('send_transaction', body);
      expect([mirrored.status, mirrored.text]).toEqual([direct.status, direct.text]);
    },
  );
});
