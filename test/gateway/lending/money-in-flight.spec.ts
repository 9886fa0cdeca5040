import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { type Answer, answerOf, refusalOf } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { Market } from '../../harness/gateway/market';
import { expireReadCache, startGateway } from '../../harness/gateway/start-gateway';

const OUT = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const NOTHING = { peg_ins: [], peg_outs: [], redemptions: [], loan_requests: [], truncated: false };
const TXID = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
const TIME = expect.stringMatching(/^20.*Z$/) as string;
/** Requests beside the ABIs, which are kept. */
const MOST_REQUESTS = 16;

describe.each(SURFACES)('get_money_in_flight over %s', (_surface, over) => {
  let market: Market;
  const inFlight = (account: string) => market.gateway.read('get_money_in_flight', { account });

  async function act(tool: string, input: Answer & { account: string }): Promise<void> {
    await market.gateway.execute(tool, input);
    await market.wait(500);
  }

  async function mine(count: number): Promise<void> {
    await market.gateway.admin('mine-bitcoin', { count });
    await market.wait(500);
  }

  const addressOf = async (tool: string, account: string) =>
    (await market.gateway.read(tool, { account }))['btc_address'];

  beforeAll(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
    await market.gateway.admin('price', { price: '80000' });
    for (const account of ['alice', 'bob', 'carol']) {
      await act('setup_vault', { account });
      await mine(1);
      await market.gateway.payBitcoin(await addressOf('get_vault', account), '0.5');
      await market.wait(500);
    }
  });
  afterAll(() => market.close());

  it('get_money_in_flight has empty lists for an account with nothing on its way', async () => {
    const nothing = await inFlight('alice');
    expect(nothing).toEqual({
      head_block_num: nothing['head_block_num'],
      ...{ network: 'mainnet', account: 'alice', bitcoin_height: expect.any(Number) as number },
      ...NOTHING,
    });
  });

  it('get_money_in_flight follows a payment from Bitcoin to the account and one to its vault until they are credited', async () => {
    for (const tool of ['get_deposit_address', 'get_vault']) {
      const address = await addressOf(tool, 'alice');
      await market.gateway.admin('send-bitcoin', { address, amount: '0.12345678' });
    }
    await market.wait(500);
    const { bitcoin_height: before, peg_ins } = await inFlight('alice');
    expect(peg_ins).toEqual([
      {
        ...{ id: expect.any(Number) as number, symbol: 'BTC', amount: '0.12345678', confirmations: 0 },
        ...{ btc_address: await addressOf('get_deposit_address', 'alice'), txid: TXID, seen_at: TIME },
      },
      {
        ...{ id: expect.any(Number) as number, symbol: 'CBTC', amount: '0.12345678', confirmations: 0 },
        ...{ btc_address: await addressOf('get_vault', 'alice'), txid: TXID, seen_at: TIME },
      },
    ]);
    await mine(2);
    const later = await inFlight('alice');
    expect(later['bitcoin_height']).toBe(Number(before) + 2);
    expect((later['peg_ins'] as Answer[]).map(({ confirmations }) => confirmations)).toEqual([2, 2]);
    await mine(1);
    expect(await inFlight('alice')).toMatchObject(NOTHING);
  });

  it('get_money_in_flight follows payments to Bitcoin from the account and from its vault until they are done', async () => {
    await act('withdraw_btc', { account: 'alice', btc_address: OUT, amount: '0.1' });
    await act('withdraw_btc', { account: 'alice', btc_address: OUT, amount: '1' });
    await act('withdraw_collateral', { account: 'alice', btc_address: OUT, amount_cbtc: '0.01' });
    const states = async () =>
      ((await inFlight('alice'))['peg_outs'] as Answer[]).map(({ symbol, status, txid, confirmations }) => ({
        ...{ symbol, status, isSent: txid !== null, confirmations },
      }));
    expect((await inFlight('alice'))['peg_outs']).toContainEqual({
      ...{ id: expect.any(Number) as number, symbol: 'BTC', amount: '0.10000000', net_amount: '0.09988000' },
      ...{ btc_address: OUT, status: 'waiting', txid: null, confirmations: null, reason: '' },
      ...{ requested_at: TIME, updated_at: TIME },
    });
    const waiting = { isSent: false, confirmations: null };
    expect(await states()).toEqual([
      { symbol: 'BTC', status: 'review', ...waiting },
      { symbol: 'BTC', status: 'waiting', ...waiting },
      { symbol: 'CBTC', status: 'waiting', ...waiting },
    ]);
    await mine(1);
    const sent = { status: 'sent', isSent: true };
    expect(await states()).toEqual([
      { symbol: 'BTC', status: 'review', ...waiting },
      { symbol: 'BTC', ...sent, confirmations: 0 },
      { symbol: 'CBTC', ...sent, confirmations: 0 },
    ]);
    await mine(3);
    expect(await states()).toEqual([{ symbol: 'BTC', status: 'review', ...waiting }]);
    expect((await inFlight('bob'))['peg_outs']).toEqual([]);
  });

  it('get_money_in_flight says the place of redemptions and loan requests, and the USDT before them', async () => {
    await act('lend', { account: 'bob', amount_usdt: '600', pool_id: 5 });
    await act('lend', { account: 'alice', amount_usdt: '400', pool_id: 5 });
    await act('borrow', { account: 'carol', amount_usdt: '1000', max_apr_bps: 2000, pool_id: 5 });
    await act('redeem', { account: 'bob', amount_tpf: '100', pool_id: 5 });
    await act('redeem', { account: 'alice', amount_tpf: '250', pool_id: 5 });
    await act('borrow', { account: 'bob', amount_usdt: '700', max_apr_bps: 100, pool_id: 5 });
    await act('borrow', { account: 'alice', amount_usdt: '300', max_apr_bps: 150, pool_id: 5 });
    const [first, second] = [await inFlight('bob'), await inFlight('alice')];
    const [ahead] = first['redemptions'] as Answer[];
    expect(ahead).toMatchObject({ pool_id: 5, symbol: 'TPE', position: 1, usdt_ahead: '0.00000000' });
    expect(second['redemptions']).toEqual([
      {
        ...{ id: expect.any(Number) as number, pool_id: 5, symbol: 'TPE', amount: '250.00000000' },
        ...{ value_usdt: expect.stringMatching(/^250\./) as string, position: 2 },
        ...{ usdt_ahead: ahead!['value_usdt'], requested_at: TIME },
      },
    ]);
    expect(first['loan_requests']).toMatchObject([{ position: 1, usdt_ahead: '0.00000000' }]);
    expect(second['loan_requests']).toEqual([
      {
        ...{ id: expect.any(Number) as number, pool_id: 5, amount_usdt: '300.00000000', max_apr_bps: 150 },
        ...{ position: 2, usdt_ahead: '700.00000000', requested_at: TIME },
      },
    ]);
  });

  it('get_money_in_flight keeps its requests to the node below a bound', async () => {
    expireReadCache();
    const before = market.node.requests.length;
    await inFlight('alice');
    // A push that is watched is looked up beside them.
    const asked = market.node.requests
      .slice(before)
      .filter((path) => !path.endsWith('/get_transaction_status'));
    expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
  });

  it('get_money_in_flight refuses an account that does not exist, and what is no account', async () => {
    const refusal = (input: Answer) => refusalOf(market.gateway.call('get_money_in_flight', input));
    expect(await refusal({ account: 'nosuch' })).toBe('account nosuch does not exist on mainnet');
    expect(await refusal({})).toContain('account: is required');
  });

  it('get_money_in_flight has null for the lists of which the profile leaves out a table', async () => {
    const written = readFileSync(developmentProfileFile(), 'utf8')
      .replace(/^  (vault_peg_ins_pending|peg_outs_in_review|bitcoin_chain|loan_requests):.*$/gm, '')
      .replace(/^affected_set: .*$/m, 'affected_set: null');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'profile-')), 'profile.yaml');
    writeFileSync(file, written);
    const gateway = await startGateway(market.node.url, file);
    const answer = await answerOf(over(gateway.url)('get_money_in_flight', { account: 'alice' }));
    await gateway.close();
    expect(answer).toMatchObject({
      ...{ bitcoin_height: null, peg_ins: null, peg_outs: null, loan_requests: null },
      redemptions: [{ position: 2 }],
    });
  });
});
