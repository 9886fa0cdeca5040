import { expireReadCache, type RunningGateway } from '../../harness/gateway/start-gateway';
import { callTool, LiedChain, statusOf } from './support';

const CURRENCY_BALANCE = '/v1/chain/get_currency_balance';
/** More than the bound of the route. */
const TOO_MUCH = ['x'.repeat(1_100_000)];
const UNITS_OF_BOUND = 64;
const TABLE_ROWS = '/v1/chain/get_table_rows';
const ROW = { text: 'x'.repeat(1_000_000) };
const FIRST = 100;

let world: LiedChain;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await LiedChain.start();
});
afterAll(() => world.close());
afterEach(async () => {
  world.restore();
  await gateway.close();
});

/** Two requests that differ only in a member which nodes ignore: no answer is kept for both. */
const balance = async (unique: number) => {
  const body = JSON.stringify({ code: 'bridge', account: 'alice', symbol: 'CBTC', unique });
  const { status, headers } = await fetch(`${gateway.url}${CURRENCY_BALANCE}`, { method: 'POST', body });
  return { status, remaining: Number(headers.get('ratelimit-remaining')) };
};

describe('one of three nodes answers with more than the bound', () => {
  it('a read that money follows is compared by the other two, and its node is not taken for a liar', async () => {
    world.liar.lies.set(CURRENCY_BALANCE, () => TOO_MUCH);
    gateway = await world.gateway(3, 'quorum', {}, FIRST);
    for (let call = 0; call < 6; call += 1) {
      expireReadCache();
      const { status, verified } = await callTool(gateway, 'get_vault', { account: 'alice' });
      expect({ status, verified }).toEqual({ status: 200, verified: '2/2' });
    }
    expect(statusOf(gateway, 'node-3').circuit).toBe('closed');
  });

  it('a client of the node API gets the answer of another node, and pays for no other', async () => {
    world.liar.lies.set(CURRENCY_BALANCE, () => TOO_MUCH);
    gateway = await world.gateway(3, 'off', {}, FIRST);
    const first = await balance(0);
    expect(first.status).toBe(200);
    for (let read = 1; read <= 5; read += 1)
      expect(await balance(read)).toEqual({ status: 200, remaining: first.remaining - read });
  });

  it('a client of the node API pays for the bound once when all nodes answer with more', async () => {
    for (const proxy of world.proxies) proxy.lies.set(CURRENCY_BALANCE, () => TOO_MUCH);
    gateway = await world.gateway(3, 'off');
    const first = await balance(0);
    const second = await balance(1);
    expect([first.status, second.status]).toEqual([502, 502]);
    expect(first.remaining - second.remaining).toBe(1 + UNITS_OF_BOUND);
  });
});

describe('one of two nodes answers with more than the bound, and the other one fails its reads', () => {
  const fail = () => {
    throw new Error('this read fails');
  };

  it('a page of rows is read with fewer rows', async () => {
    world.proxies[1]!.lies.set(TABLE_ROWS, fail);
    world.liar.lies.set(TABLE_ROWS, (answer, body) => {
      const { scope, limit } = JSON.parse(body) as { scope: string; limit: number };
      if (scope !== 'alice') return answer;
      return { rows: Array.from({ length: limit }, () => ROW), more: true, next_key: String(limit) };
    });
    gateway = await world.gateway(2, 'off');
    const page = { code: 'btc.token', scope: 'alice', table: 'accounts', limit: 10 };
    const { status, body } = await callTool(gateway, 'get_table_rows', page);
    expect({ status, body }).toMatchObject({ status: 200, body: { rows: [ROW], more: true } });
  });

  it('a client of the node API pays for the bound once', async () => {
    world.proxies[1]!.lies.set(CURRENCY_BALANCE, fail);
    world.liar.lies.set(CURRENCY_BALANCE, () => TOO_MUCH);
    gateway = await world.gateway(2, 'off');
    const first = await balance(0);
    const second = await balance(1);
    expect([first.status, second.status]).toEqual([502, 502]);
    expect(first.remaining - second.remaining).toBe(1 + UNITS_OF_BOUND);
  });
});
