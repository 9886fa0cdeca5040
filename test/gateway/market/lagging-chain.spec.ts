import { refusalOf } from '../../harness/gateway/gateway-client';
import { Market } from '../../harness/gateway/market';

const MINUTE_MS = 60_000;
const TRANSFER = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1' };

describe("proposals on a chain whose clock differs from the machine's", () => {
  let market: Market;
  afterEach(() => market.close());

  it('proposals are refused with the lag when they would be expired by the clock of the machine', async () => {
    market = await Market.start(-35 * MINUTE_MS);
    const message = await refusalOf(market.gateway.call('transfer', TRANSFER));
    expect(message).toMatch(/^mainnet: the chain's head is 3[45] min behind this machine's clock: /);
    expect(message).toContain('would be expired already');
  });

  it('proposals are refused with the time that is left when it is less than a minute', async () => {
    market = await Market.start(-4.5 * MINUTE_MS);
    const message = await refusalOf(market.gateway.call('transfer', TRANSFER));
    expect(message).toMatch(/^mainnet: the chain's head is [45] min behind this machine's clock: /);
    expect(message).toMatch(
      /a proposal would leave [1-5]?\d s to sign it, less than 60 s\. The chain stands still/,
    );
  });

  it("proposals on a chain whose clock differs from the machine's are composed while they leave a minute by both clocks", async () => {
    market = await Market.start(-3.25 * MINUTE_MS);
    const { expires, simulation, warnings } = await market.gateway.compose('transfer', TRANSFER);
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    expect(simulation.status).toBe('ok');
    expect(warnings).toEqual([
      {
        code: 'little_time_to_sign',
        message: expect.stringMatching(/^only (?:[6-9]\d|10\d) s are left to sign and push it/) as string,
      },
      { code: 'stale_facts', message: expect.stringContaining(' s old: balances, prices') as string },
    ]);
    await market.wait(24 * 60 * MINUTE_MS);
    const ahead = await market.gateway.compose('transfer', TRANSFER);
    expect(ahead.warnings).toEqual([]);
    expect(Date.parse(ahead.expires)).toBeGreaterThan(Date.now() + 23 * 60 * MINUTE_MS);
  });

  it("proposals on a chain whose clock differs from the machine's that need the price are refused with the lag of the chain when the chain is behind", async () => {
    market = await Market.start(-4 * MINUTE_MS);
    await market.registerFeeders('alice', 'bob', 'carol');
    const price = '80000.00000000';
    await market.feed({ alice: price, bob: price, carol: price });
    await market.wait(500);
    const message = await refusalOf(
      market.gateway.call('borrow', { account: 'alice', amount_usdt: '100', max_apr_bps: 2000 }),
    );
    expect(message).toMatch(/is stale \(the chain's head is [34] min behind this machine's clock\)/);
  });
});
