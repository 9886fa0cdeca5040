import { Serializer, Transaction } from '@wharfkit/antelope';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { startGateway, type RunningGateway } from '../../../harness/gateway/start-gateway';
import { NodeClient } from '../../../harness/node/node-client';
import { TestChain, transfer } from '../../../harness/node/test-chain';

interface Pushed {
  readonly transaction_id: string;
  readonly processed: { readonly id?: string; readonly error?: string };
}

const NOT_EXECUTED = '0'.repeat(64);

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

const signed = () =>
  chain.sign(
    [transfer('alice', 'bob', '0.00000100 BTC', { memo: `optional ${++memo}` })],
    [chain.keyOf('alice')],
  );

describe('a read whose members are all optional', () => {
  it.each(['get_producers', 'get_scheduled_transaction', 'get_scheduled_transactions'])(
    '%s without a body, with an empty object and by GET is answered as with json false',
    async (route) => {
      const ofNode = route === 'get_scheduled_transaction' ? 'get_scheduled_transactions' : route;
      const full = await chain.post(ofNode, { json: false });
      expect([full.status, (await chain.post(ofNode, {})).status]).toEqual([200, 400]);
      for (const body of [undefined, {}, '{ }'])
        expect(await mirror.post(route, body)).toMatchObject({ status: 200, text: full.text });
      const byGet = await fetch(`${gateway.url}/v1/chain/${route}`);
      expect([byGet.status, await byGet.text()]).toEqual([200, full.text]);
    },
  );

  it('get_producers with another member is completed, and keeps a json that was sent', async () => {
    const packed = await chain.post('get_producers', { json: false, limit: 1 });
    expect((await mirror.post('get_producers', { limit: 1 })).text).toBe(packed.text);
    const rows = await chain.post('get_producers', { json: true, limit: 1 });
    expect((await mirror.post('get_producers', { limit: 1, json: true })).text).toBe(rows.text);
  });
});

describe('a push without optional members', () => {
  it.each(['push_transaction', 'send_transaction'])(
    '%s without compression and context-free data is executed',
    async (route) => {
      const { signatures, packed_trx } = await signed();
      const { status, json: answer } = await mirror.post<Pushed>(route, { packed_trx, signatures });
      expect([status, answer.processed.id]).toEqual([202, answer.transaction_id]);
    },
  );

  it('push_transaction without signatures is refused as with an empty list of them', async () => {
    const { packed_trx } = await signed();
    const full = await chain.post('push_transaction', { packed_trx, compression: 'none', signatures: [] });
    const answer = await mirror.post('push_transaction', { packed_trx });
    expect([answer.status, answer.text]).toEqual([full.status, full.text]);
    expect(answer.text).toContain('unsatisfied_authorization');
  });

  it('a push that is complete reaches the node in the bytes of its client', async () => {
    const fake = new FakeChain('complete pushes');
    fake.headBlockTime = new Date().toISOString().slice(0, -1);
    const node = await FakeNode.start(fake);
    const seen: string[] = [];
    node.override = (path, body, response) => {
      if (!path.includes('/push_transaction')) return false;
      seen.push(body);
      json(response, 500, { code: 500, message: 'Internal Service Error', error: { code: 3_010_000 } });
      return true;
    };
    const own = await startGateway(node.url);
    try {
      const push = `{ "compression" :0, "packed_trx":"zz",\n"signatures":[ ], "packed_context_free_data":"" }`;
      await new NodeClient(own.url).post('push_transaction', push);
      await new NodeClient(own.url).post('push_transactions', `[ ${push} ]`);
      expect(seen).toEqual([push, `[ ${push} ]`]);
    } finally {
      await own.close();
      await node.stop();
    }
  });
});

describe('the forms of push_transactions', () => {
  it.each<[string, (packed: object) => unknown]>([
    ['an object', (packed) => packed],
    ['a text with a list', (packed) => JSON.stringify(JSON.stringify([packed]))],
    ['a text with an object', (packed) => JSON.stringify(JSON.stringify(packed))],
    ['a list', (packed) => [packed]],
  ])('push_transactions executes the transaction of %s without optional members', async (_, form) => {
    const { signatures, packed_trx } = await signed();
    const { status, json: answer } = await mirror.post<Pushed[]>(
      'push_transactions',
      form({ signatures, packed_trx }),
    );
    expect([status, answer.length, answer[0]?.processed.id]).toEqual([202, 1, answer[0]?.transaction_id]);
  });

  it('push_transactions executes a transaction in JSON with its signatures, and refuses one without', async () => {
    const [one, other] = [await signed(), await signed()];
    const unpacked = ({ packed_trx }: typeof one): object =>
      Serializer.objectify(Serializer.decode({ data: packed_trx, type: Transaction })) as object;
    const { status, json: answer } = await mirror.post<Pushed[]>('push_transactions', [
      unpacked(one),
      { ...unpacked(other), signatures: other.signatures },
    ]);
    expect([status, answer.length, answer[0]?.transaction_id]).toEqual([202, 2, NOT_EXECUTED]);
    expect(answer[1]?.processed.id).toBe(answer[1]?.transaction_id);
    expect(answer[0]?.processed.error).toContain('unsatisfied_authorization');
  });
});
