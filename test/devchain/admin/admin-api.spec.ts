import { formatAmount } from '@app/antelope';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_ROUTES } from '../../../apps/devchain/src/admin/admin-routes';
import { depositAddressesTable, pegInsTable } from '../../../apps/devchain/src/contracts/bridge/tables';
import { pricesTable } from '../../../apps/devchain/src/contracts/oracle/tables';
import { balancesTable } from '../../../apps/devchain/src/contracts/token/tables';
import { reqaddr } from '../../../apps/devchain/src/contracts/vaults/signatures';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessClient } from '../../../apps/devchain/src/client/in-process-client';
import { until } from '../../harness/until';
import { AdminChain } from './support/admin-chain';

describe('admin API', () => {
  let chain: AdminChain;
  beforeEach(async () => {
    chain = await AdminChain.start();
  });
  afterEach(() => chain.close());

  const balance = (account: string, contract: string): string | undefined => {
    const [row] = chain.rows(contract, account, balancesTable);
    return row && formatAmount(row.balance.units, row.balance.precision);
  };

  it('the admin API funds an account with every token that can be issued', async () => {
    await chain.admin.mustSend('create-account', { name: 'dave' });
    for (const [symbol, contract, precision] of [
      ['BTC', 'btc.token', 8],
      ['USDT', 'usdt.token', 8],
      ['NATIVE', 'eosio.token', 4],
      ['CBTC', 'cbtc.token', 8],
    ] as const) {
      const answer = await chain.admin.mustSend('fund', { account: 'dave', symbol, amount: 1.5 });
      expect(answer).toMatchObject({ account: 'dave', symbol, balance: (1.5).toFixed(precision) });
      await chain.admin.mustSend('fund', { account: 'dave', symbol, amount: '1' });
      expect(balance('dave', contract)).toBe((2.5).toFixed(precision));
    }
  });

  it('the admin API creates an account with a development key or a given key', async () => {
    const dave = await chain.admin.mustSend('create-account', { name: 'dave' });
    expect(dave).toMatchObject({ name: 'dave', btc_address: expect.stringMatching(/^bcrt1/) as string });
    expect(dave.private_key).toMatch(/^PVT_K1_/);
    expect(dave.private_key_hex).toMatch(/^[0-9a-f]{64}$/);
    const key = dave.public_key;
    const erin = await chain.admin.mustSend('create-account', { name: 'erin', public_key: key });
    expect(erin.public_key).toBe(key);
    expect(erin).not.toHaveProperty('private_key');
    expect(chain.devchain.chain.account('erin')?.permissions.map(({ name }) => name)).toEqual([
      'active',
      'owner',
    ]);
  });

  it('the admin API sends bitcoin and confirms it', async () => {
    const before = Number(balance('alice', 'btc.token'));
    const address = chain
      .rows('bridge', 'bridge', depositAddressesTable)
      .find(({ account }) => account === 'alice')!.btc_address;
    expect(await chain.admin.mustSend('send-bitcoin', { address, amount: '0.25' })).toMatchObject({
      address,
      height: 0,
      confirmed_at_height: 3,
    });
    await chain.admin.mustSend('mine-bitcoin', { count: 2 });
    expect(Number(balance('alice', 'btc.token'))).toBe(before);
    expect(chain.rows('bridge', 'pending', pegInsTable)).toHaveLength(1);
    expect(await chain.admin.mustSend('mine-bitcoin')).toEqual({ height: 3 });
    expect(Number(balance('alice', 'btc.token'))).toBe(before + 0.25);
  });

  it('the admin API assigns vault addresses when Bitcoin blocks are mined', async () => {
    const client = new InProcessClient(chain.devchain.chain, {
      ...{ seed: 'admin', accounts: [], now: () => chain.clock.now() },
    });
    client.send(actionOf('vaults', reqaddr, { vault: 'dave.loan' }, 'loan'));
    expect(chain.rows('vaults', 'vaults', depositAddressesTable)).toEqual([]);
    await chain.admin.mustSend('mine-bitcoin');
    expect(chain.rows('vaults', 'vaults', depositAddressesTable)).toMatchObject([{ account: 'dave.loan' }]);
  });

  it('the admin API sets the price and creates missing feeders', async () => {
    expect(chain.rows('oracle', 'oracle', pricesTable)).toEqual([]);
    expect(await chain.admin.mustSend('price', { price: '65000' })).toEqual({
      price: '65000.00000000',
      is_in_force: true,
    });
    expect(await chain.admin.mustSend('price', { price: 90000.5 })).toEqual({
      price: '90000.50000000',
      is_in_force: true,
    });
    expect(chain.rows('oracle', 'oracle', pricesTable)[0]).toMatchObject({ price: '90000.50000000' });
  });

  it('the admin API stops and corrupts feeders; three that agree change the price, two do not', async () => {
    const set = async (price: string) => (await chain.admin.mustSend('price', { price })).is_in_force;
    const stop = (feeder: string, mode: string) => chain.admin.mustSend('feeders', { feeder, mode });
    expect(await set('60000')).toBe(true);
    await stop('feeder1', 'stopped');
    expect(await set('70000')).toBe(true);
    await stop('feeder2', 'corrupt');
    await chain.admin.mustSend('advance-time', { seconds: 60 });
    expect(await set('80000')).toBe(false);
    const answer = await chain.admin.request('GET', '/devchain/feeders');
    expect(answer.body).toMatchObject({
      price_in_force: '70000.00000000',
      feeders: [
        { feeder: 'feeder1', mode: 'stopped' },
        { feeder: 'feeder2', mode: 'corrupt' },
        { feeder: 'feeder3', mode: 'honest' },
        { feeder: 'feeder4', mode: 'honest' },
      ],
    });
    await chain.admin.mustSend('feeders', { mode: 'honest' });
    expect(await set('80000')).toBe(true);
  });

  it('the admin API advances time by the given seconds', async () => {
    const before = chain.devchain.chain.head();
    const answer = await chain.admin.mustSend('advance-time', { seconds: 86_400 });
    const head = chain.devchain.chain.head();
    expect(answer).toMatchObject({ head_block_num: head.num, head_block_id: head.id });
    expect(head.timeMs - before.timeMs).toBeGreaterThanOrEqual(86_400_000);
    expect(head.timeMs - before.timeMs).toBeLessThan(86_403_000);
    expect(head.num).toBe(before.num + 3);
  });

  it('the admin API produces blocks while paused, and pauses and resumes block production', async () => {
    const { num } = chain.devchain.chain.head();
    expect(await chain.admin.mustSend('produce-blocks', { count: 12 })).toMatchObject({
      head_block_num: num + 12,
    });
    expect(await chain.admin.mustSend('resume-blocks')).toEqual({ is_paused: false });
    expect(await chain.admin.mustSend('pause-blocks')).toEqual({ is_paused: true });
  });

  it('the admin API seals blocks on the clock until paused', async () => {
    const head = () => chain.devchain.chain.head().num;
    const begun = head();
    await chain.admin.mustSend('resume-blocks');
    await chain.admin.mustSend('resume-blocks');
    chain.clock.advance(1_500);
    await until(() => head() > begun);
    await chain.admin.mustSend('pause-blocks');
    const paused = head();
    chain.clock.advance(60_000);
    await sleep(1_200);
    expect(head()).toBe(paused);
    // Block production stays paused after a reset.
    await chain.admin.mustSend('reset');
    await sleep(600);
    expect(head()).toBe(begun);
  });

  it('the admin API funds the issuers of tokens', async () => {
    for (const [account, symbol] of [
      ['eosio', 'NATIVE'],
      ['bridge', 'BTC'],
    ])
      expect(await chain.admin.mustSend('fund', { account, symbol, amount: '1' })).toMatchObject({
        account,
        symbol,
      });
  });

  it('the admin API documents every route with a valid example', async () => {
    const page = await chain.admin.request('GET', '/devchain/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'initializer.js']) {
      expect(String(page.body.text)).toContain(`/devchain/docs/${file}`);
      expect((await chain.admin.request('GET', `/devchain/docs/${file}`)).status).toBe(200);
    }
    for (const noFile of ['package.json', 'toString', 'constructor', '__proto__', 'swagger-ui.css/'])
      expect((await chain.admin.request('GET', `/devchain/docs/${noFile}`)).status).toBe(404);
    expect((await chain.admin.request('GET', '/devchain/docs/../../package.json')).status).toBe(404);
    const { body } = await chain.admin.request('GET', '/devchain/openapi.json');
    const paths = body.paths as Record<string, Record<string, { requestBody?: object }>>;
    expect(page.body.text).toContain('<meta name="viewport"');
    for (const { path, method, example, body: schema } of ADMIN_ROUTES) {
      expect(paths[path]).toHaveProperty(method.toLowerCase());
      expect(schema.safeParse(example)).toMatchObject({ success: true });
    }
  });
});

it('the documented example of send-bitcoin is a payment to an account of the chain', async () => {
  const chain = await AdminChain.start();
  try {
    const { body } = await chain.admin.request('GET', '/devchain/openapi.json');
    const paths = body.paths as Record<
      string,
      { post: { requestBody: { content: Record<string, { example: { address: string } }> } } }
    >;
    const { example } = paths['/devchain/send-bitcoin']!.post.requestBody.content['application/json']!;
    expect(await chain.admin.mustSend('send-bitcoin', example)).toMatchObject({ address: example.address });
  } finally {
    await chain.close();
  }
});

describe('admin API with simulation', () => {
  it('the admin API moves the market price, which oscillates from there', async () => {
    const chain = await AdminChain.start({ simulation: true });
    try {
      await chain.admin.mustSend('price', { price: '50000' });
      await chain.admin.mustSend('produce-blocks', { count: 80 });
      const [row] = chain.rows('oracle', 'oracle', pricesTable);
      expect(Math.abs(Number(row!.price) - 50_000)).toBeLessThan(1_500);
      await chain.admin.mustSend('feeders', { mode: 'stopped' });
      await chain.admin.mustSend('advance-time', { seconds: 600 });
      const [stale] = chain.rows('oracle', 'oracle', pricesTable);
      expect(chain.devchain.chain.head().timeMs - stale!.updated_at).toBeGreaterThan(300_000);
      await chain.admin.mustSend('feeders', { mode: 'honest' });
      await chain.admin.mustSend('produce-blocks', { count: 2 });
      const [fresh] = chain.rows('oracle', 'oracle', pricesTable);
      expect(chain.devchain.chain.head().timeMs - fresh!.updated_at).toBeLessThan(2_000);
    } finally {
      await chain.close();
    }
  });
});
