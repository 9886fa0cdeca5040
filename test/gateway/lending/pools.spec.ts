import { expireReadCache } from '../../harness/gateway/start-gateway';
import type { Answer } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { TestGateway, units } from '../../harness/gateway/test-gateway';

const PRICE = '80000';
/** A key whose hash the affected set of the development profile holds. */
const AFFECTED_KEY = 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT';
const MONTH = 30 * 24 * 3600;

interface Pool {
  pool_id: number;
  share_symbol: string;
  available: string;
  outstanding: string;
  share_price: string;
}

describe.each(SURFACES)('lending over %s', (_surface, over) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    gateway.call = over(gateway.url);
    await gateway.admin('price', { price: PRICE });
    await gateway.execute('setup_vault', { account: 'alice' });
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', { account: 'alice' });
    await gateway.payBitcoin(btc_address, '10');
  });
  afterAll(() => gateway.close());

  const pool = async (poolId: number): Promise<Pool> => {
    const { pools } = (await gateway.read('get_pool_stats')) as { pools?: Pool[] };
    return pools!.find(({ pool_id }) => pool_id === poolId)!;
  };
  const queue = async (input: Answer = {}) => (await gateway.read('get_redemption_queue', input))['entries'];

  it('lend gives shares at their price for exactly the amount of the proposal', async () => {
    const [usdt, tpf] = [await gateway.balance('bob', 'USDT'), await gateway.balance('bob', 'TPF')];
    const { actions, summary } = await gateway.execute('lend', {
      account: 'bob',
      amount_usdt: '1000.00000001',
    });
    expect(actions.map(({ name, data }) => [name, data])).toEqual([
      ['transfer', { from: 'bob', to: 'loan', quantity: '1000.00000001 USDT', memo: 'lend:6' }],
      ['processqueue', {}],
    ]);
    expect(summary).toEqual([
      'bob lends 1000.00000001 USDT (of usdt.token) to pool 6 and gets shares of the pool.',
      'The lending contract goes through its queues of loan requests and redemptions.',
    ]);
    expect(await gateway.balance('bob', 'USDT')).toBe(usdt - 100_000_000_001n);
    expect(await gateway.balance('bob', 'TPF')).toBe(tpf + 100_000_000_001n);
    expect(await pool(6)).toMatchObject({ share_symbol: 'TPF', share_price: '1.00000000' });
  });

  it('a pool pays interest through the share price, and redeems at once while the pool has USDT', async () => {
    await gateway.execute('borrow', { account: 'alice', amount_usdt: '100000', max_apr_bps: 2000 });
    await gateway.advanceTime(MONTH, PRICE);
    await gateway.execute('lend', { account: 'carol', amount_usdt: '1' });
    const { share_price } = await pool(6);
    // A month of about 3.1 % on a third of the pool.
    expect(units(share_price) > 100_080_000n && units(share_price) < 100_100_000n).toBe(true);
    const [usdt, tpf] = [await gateway.balance('bob', 'USDT'), await gateway.balance('bob', 'TPF')];
    const redeemed = await gateway.execute('redeem', { account: 'bob', amount_tpf: '1000.00000001' });
    expect(redeemed.summary[0]).toBe(
      'bob redeems 1000.00000001 TPF (of pool.token), shares of pool 6, for USDT; what the pool cannot pay now is ' +
        'queued.',
    );
    expect(await gateway.balance('bob', 'TPF')).toBe(tpf - 100_000_000_001n);
    const paid = (await gateway.balance('bob', 'USDT')) - usdt;
    // At least what the price said, and less than a thousandth of a percent above: interest of seconds.
    expect(paid >= (100_000_000_001n * units(share_price)) / 100_000_000n).toBe(true);
    expect(paid < (100_000_000_001n * (units(share_price) + 1_000n)) / 100_000_000n).toBe(true);
    expect(await queue()).toEqual([]);
    await gateway.execute('repay', { account: 'alice', amount_usdt: '110000' });
  });

  it('redeem queues a redemption while the USDT is lent, cancels it, and pays it when USDT returns', async () => {
    await gateway.execute('lend', { account: 'bob', amount_usdt: '2000', pool_id: 0 });
    await gateway.execute('borrow', { account: 'alice', amount_usdt: '2000', max_apr_bps: 2000, pool_id: 0 });
    expect(await pool(0)).toMatchObject({
      ...{ share_symbol: 'TP', available: '0.00000000', utilization_bps: 10_000 },
      ...{ borrow_apr_bps: 2000, supply_apr_bps: 2000 },
    });
    const deposit = { account: 'bob', amount_usdt: '100', pool_id: 0 };
    expect((await gateway.compose('lend', deposit)).warnings).toMatchObject([{ code: 'pool_lent_out' }]);
    expect((await gateway.compose('lend', { ...deposit, amount_usdt: '200' })).warnings).toEqual([]);
    const redeem = { account: 'bob', pool_id: 0 };
    const { actions } = await gateway.execute('redeem', { ...redeem, amount_tpf: '400.25' });
    expect(actions[0]).toMatchObject({
      account: 'pool.token',
      data: { from: 'bob', to: 'loan', quantity: '400.25000000 TP', memo: 'redeem:0' },
    });
    const entry = {
      ...{ id: expect.any(Number) as number, account: 'bob', pool_id: 0, amount_tpf: '400.25000000' },
      share_symbol: 'TP',
      requested_at: expect.stringMatching(/Z$/) as string,
    };
    const waiting = (await queue({ account: 'bob' })) as { id: number }[];
    expect(waiting).toEqual([entry]);
    expect(await queue()).toEqual([entry]);
    expect(await queue({ account: 'carol' })).toEqual([]);

    const [{ id }] = waiting as [{ id: number }];
    expect(await gateway.refusal('cancel_redeem', { account: 'carol', id })).toBe(
      `id: redemption ${id} belongs to another account`,
    );
    const cancelled = await gateway.execute('cancel_redeem', { account: 'bob', id });
    expect(cancelled.summary).toEqual([
      `bob takes redemption ${id} out of the queue: the shares that still wait come back.`,
    ]);
    expect(await queue()).toEqual([]);
    expect(await gateway.refusal('cancel_redeem', { account: 'bob', id })).toBe(
      `id: redemption ${id} is not in the queue: paid, cancelled, or never there`,
    );

    await gateway.execute('redeem', { ...redeem, amount_tpf: '500.5' });
    const before = await gateway.balance('bob', 'USDT');
    await gateway.execute('repay', { account: 'alice', amount_usdt: '200' });
    // In part: 200 of about 500.5 USDT.
    expect((await gateway.balance('bob', 'USDT')) - before).toBe(20_000_000_000n);
    expect(await queue()).toEqual([
      { ...entry, amount_tpf: expect.stringMatching(/^300\.[45]\d{7}$/) as string },
    ]);
    await gateway.execute('repay', { account: 'alice', amount_usdt: '1900' });
    expect(await queue()).toEqual([]);
    expect((await gateway.balance('bob', 'USDT')) - before >= 50_050_000_000n).toBe(true);
  });

  it('get_pool_stats returns the pools of the chain', async () => {
    const known = 'pool_id: there is no pool 7; pools: 0, 1, 2, 3, 4, 5, 6';
    const pools = { account: 'bob', pool_id: 7 };
    expect(await gateway.refusal('lend', { ...pools, amount_usdt: '1' })).toBe(known);
    expect(await gateway.refusal('redeem', { ...pools, amount_tpf: '1' })).toBe(known);
    expect(await gateway.refusal('borrow', { ...pools, amount_usdt: '1000', max_apr_bps: 2000 })).toBe(known);
  });

  it('lend composes an amount above the balance with a failed simulation', async () => {
    expect(await gateway.executionError('lend', { account: 'bob', amount_usdt: '90000000' })).toBe(
      'overdrawn balance',
    );
    expect(await gateway.executionError('redeem', { account: 'bob', amount_tpf: '90000000' })).toBe(
      'overdrawn balance',
    );
  });

  it('lend is refused for an account with a key of the affected set', async () => {
    const auth = {
      ...{ threshold: 1, accounts: [], waits: [] },
      keys: [{ key: AFFECTED_KEY, weight: 1 }],
    };
    const { status, text } = await gateway.chain.transact(
      [
        {
          ...{ account: 'eosio', name: 'updateauth' },
          authorization: [{ actor: 'carol', permission: 'active' }],
          data: { account: 'carol', permission: 'old', parent: 'active', auth },
        },
      ],
      [gateway.chain.keyOf('carol')],
    );
    expect([status, text]).toEqual([202, expect.any(String)]);
    expireReadCache();
    const reason = 'account carol is in the affected set (affected_set=true): it must not be operated from';
    expect(await gateway.refusal('lend', { account: 'carol', amount_usdt: '1' })).toBe(reason);
    expect(await gateway.refusal('redeem', { account: 'carol', amount_tpf: '1' })).toBe(reason);
    expect(await gateway.refusal('setup_vault', { account: 'carol' })).toBe(reason);
    expect(await gateway.read('get_vault', { account: 'carol' })).toMatchObject({ vault_name: null });
  });
});
