import { expireReadCache, type RunningGateway } from '../../harness/gateway/start-gateway';
import { allOrSome } from '../../harness/long';
import { until } from '../../harness/until';
import { callTool, isCoolingDown, LiedChain } from './support';

type Row = Readonly<Record<string, unknown>>;

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

const ROWS = '/v1/chain/get_table_rows';
const TRANSFER = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.00010000' };
/** The key of the private key 1. */
const FOREIGN_KEY = 'EOS5p78kHbL33Rn3JWkTWRE2B9uz6gy4r1KbfAKLNQGE3ovMBS5bu';

/** Changes a member of the first row of a table. */
const inTable =
  (table: string, change: (row: Row) => Row) =>
  (answer: unknown, body: string): unknown => {
    const page = answer as { readonly rows: readonly Row[] };
    const asked = JSON.parse(body) as { readonly table: string };
    return asked.table === table ? { ...page, rows: page.rows.map(change) } : page;
  };

interface Lie {
  readonly tool: string;
  readonly input: object;
  /** The part of the answer that is the same for each call. */
  readonly stable: (body: Row) => unknown;
  readonly tell: () => void;
  readonly difference: string;
}

const LIES: Readonly<Record<string, Lie>> = {
  'the row of a deposit address': {
    tool: 'get_deposit_address',
    input: { account: 'alice' },
    stable: ({ btc_address }) => btc_address,
    tell: () =>
      world.liar.lies.set(
        ROWS,
        inTable('accounts', (row) => ({
          ...row,
          btc_address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        })),
      ),
    difference: `${ROWS}, rows.0.btc_address`,
  },
  'the balance of a vault': {
    tool: 'get_vault',
    input: { account: 'alice' },
    stable: ({ cbtc_balance, vault_name }) => [cbtc_balance, vault_name],
    tell: () => world.liar.lies.set('/v1/chain/get_currency_balance', () => ['99.00000000 CBTC']),
    difference: '/v1/chain/get_currency_balance, 0',
  },
  'a balance of a portfolio': {
    tool: 'get_portfolio',
    input: { account: 'alice' },
    stable: ({ assets }) => JSON.stringify(assets).includes('99.00000000'),
    tell: () => world.liar.lies.set('/v1/chain/get_currency_balance', () => ['99.00000000 CBTC']),
    difference: '/v1/chain/get_currency_balance, 0',
  },
  'the price': {
    tool: 'get_btc_price',
    input: {},
    stable: ({ price }) => price,
    tell: () =>
      world.liar.lies.set(
        ROWS,
        inTable('aggfeeds', (row) => ({ ...row, price: '1.00000000' })),
      ),
    difference: `${ROWS}, rows.0.price`,
  },
  'a key of the account that signs': {
    tool: 'transfer',
    input: TRANSFER,
    stable: ({ next }) => /with the key (\S+) of/.exec(String(next))?.[1],
    tell: () =>
      world.liar.lies.set('/v1/chain/get_account', (answer) => {
        const text = JSON.stringify(answer);
        return JSON.parse(text.replaceAll(/"key":"[^"]+"/g, `"key":"${FOREIGN_KEY}"`)) as unknown;
      }),
    difference: '/v1/chain/get_account, permissions.0.keys.0.key',
  },
  'an ABI': {
    tool: 'transfer',
    input: TRANSFER,
    stable: ({ actions }) => actions,
    tell: () =>
      world.liar.abis.set(
        'btc.token',
        Buffer.from('0e656f73696f3a3a6162692f312e3200000000000000000000', 'hex'),
      ),
    difference: '/v1/chain/get_raw_abi',
  },
};

describe('a read that money follows', () => {
  it.each(allOrSome(Object.entries(LIES), 3))(
    'a verified read is answered as two of three nodes do when the third one makes up %s, and the liar rests',
    async (_, { tool, input, stable, tell }) => {
      const honest = await world.gateway(2, 'quorum');
      const truth = await callTool(honest, tool, input);
      await honest.close();
      expect(truth).toMatchObject({ status: 200, verified: '2/2' });

      tell();
      gateway = await world.gateway(3);
      const verified = new Set<unknown>();
      await until(async () => {
        expireReadCache();
        const answer = await callTool(gateway, tool, input);
        expect(answer.status).toBe(200);
        expect(stable(answer.body)).toEqual(stable(truth.body));
        verified.add(answer.verified);
        return isCoolingDown(gateway, 'node-3');
      });
      expect([...verified].every((text) => text === '2/3' || text === '2/2')).toBe(true);
      expect([isCoolingDown(gateway, 'node-1'), isCoolingDown(gateway, 'node-2')]).toEqual([false, false]);
    },
  );

  it.each(Object.entries(LIES))(
    'a verified read is refused when one of two nodes makes up %s, with the member that differs',
    async (_, { tool, input, tell, difference }) => {
      tell();
      gateway = await world.gateway(2);
      const { status, body } = await callTool(gateway, tool, input);
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'nodes_disagree' });
      expect(body['error']).toContain(
        `the nodes of mainnet disagree, and no majority says which one is right: ${difference}`,
      );
      expect(isCoolingDown(gateway, 'node-2') || isCoolingDown(gateway, 'node-3')).toBe(false);
    },
  );

  it('a verified read is answered by the only node that can be reached, and says so', async () => {
    world.liar.isBroken = true;
    gateway = await world.gateway(2);
    const { status, verified } = await callTool(gateway, 'get_deposit_address', { account: 'alice' });
    expect({ status, verified }).toEqual({ status: 200, verified: '1/2' });
  });

  it('a read is not compared where verify is off', async () => {
    LIES['the price']!.tell();
    gateway = await world.gateway(2, 'off');
    const { status, verified } = await callTool(gateway, 'get_btc_price', {});
    expect({ status, verified }).toEqual({ status: 200, verified: null });
  });

  it('a verified read serves equal calls of one moment, and each says how it was verified', async () => {
    gateway = await world.gateway(2);
    const answers = await Promise.all(
      [1, 2, 3].map(() => callTool(gateway, 'get_deposit_address', { account: 'alice' })),
    );
    expect(answers.map(({ verified }) => verified)).toEqual(['2/2', '2/2', '2/2']);
  });
});
