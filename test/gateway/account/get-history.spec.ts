import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { type Answer, answerOf, refusalOf } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { FollowedHistory } from '../../harness/history/followed-history';
import { TestChain, transfer } from '../../harness/node/test-chain';
import { until } from '../../harness/until';

describe.each(SURFACES)('get_history over %s', (_surface, over) => {
  let chain: TestChain;
  let history: FollowedHistory;
  let gateway: RunningGateway;

  async function pay(from: string, to: string, quantity: string, memo: string, token = 'btc.token') {
    const actions = [transfer(from, to, quantity, { memo, token })];
    const { status, text } = await chain.transact(actions, [chain.keyOf(from)]);
    if (status !== 202) throw new Error(text);
    await until(async () =>
      (await history.get('/v2/history/get_actions', { limit: '20' })).text.includes(memo),
    );
    expireReadCache();
  }

  beforeAll(async () => {
    chain = await TestChain.start({}, { shipPort: 0 });
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    gateway = await startGateway([chain.url, history.url], undefined, LONG_NODE_TIMEOUTS);
    for (const number of [1, 2, 3, 4, 5])
      await pay('alice', 'bob', `0.0000000${number} BTC`, `payment-${number}`);
    await until(async () => (await fetch(`${gateway.url}/mainnet/v2/health`)).ok);
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
    await chain.close();
  });

  const read = (input: Answer) => answerOf(over(gateway.url)('get_history', input));
  const refusal = (input: Answer) => refusalOf(over(gateway.url)('get_history', input));
  const memosOf = ({ actions }: Answer) =>
    (actions as { transfer: { memo: string } | null }[]).map((action) => action.transfer?.memo);

  it('get_history answers the actions of an account, newest first, with sentences and exact amounts', async () => {
    const { actions, last_indexed_block, next_cursor } = await read({ account: 'bob', limit: 2 });
    expect((actions as Answer[])[0]).toEqual({
      ...{ sequence: expect.any(Number) as number, time: expect.stringMatching(/^20.*Z$/) as string },
      ...{ block_num: expect.any(Number) as number, irreversible: expect.any(Boolean) as boolean },
      transaction_id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      ...{ contract: 'btc.token', action: 'transfer', authorization: ['alice@active'], data: null },
      sentence: 'alice sends 0.00000005 BTC (of btc.token) to bob with the memo "payment-5".',
      transfer: {
        from: 'alice',
        to: 'bob',
        token: 'BTC',
        amount: '0.00000005',
        symbol: 'BTC',
        memo: 'payment-5',
      },
      data_characters: expect.any(Number) as number,
    });
    expect(last_indexed_block).toBeGreaterThan(1);
    expect(next_cursor).toBe(String((actions as Answer[])[1]!['sequence']));
  });

  it('get_history pages neither repeat nor skip an action while new ones arrive', async () => {
    const found: unknown[] = [];
    let cursor: unknown = null;
    let arriving = 0;
    do {
      const page = await read({
        account: 'bob',
        token: 'BTC',
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      found.push(...memosOf(page).filter((memo) => memo?.startsWith('payment-')));
      cursor = page['next_cursor'];
      await pay('alice', 'bob', '0.00000001 BTC', `arriving-${_surface}-${(arriving += 1)}`);
    } while (cursor !== null);
    expect(found).toEqual(['payment-5', 'payment-4', 'payment-3', 'payment-2', 'payment-1']);
  });

  it('get_history is narrowed by token, sender, receiver, contract, action and time', async () => {
    await pay('alice', 'bob', '1.00000000 USDT', `usdt-${_surface}`, 'usdt.token');
    await pay('bob', 'carol', '0.00000009 BTC', `carol-${_surface}`);
    expect(memosOf(await read({ account: 'bob', token: 'USDT', limit: 1 }))).toEqual([`usdt-${_surface}`]);
    expect(memosOf(await read({ account: 'bob', from: 'bob', limit: 1 }))).toEqual([`carol-${_surface}`]);
    expect(memosOf(await read({ account: 'bob', to: 'carol', limit: 1 }))).toEqual([`carol-${_surface}`]);
    const named = { contract: 'usdt.token', action: 'transfer' };
    expect(memosOf(await read({ account: 'alice', ...named, limit: 1 }))).toEqual([`usdt-${_surface}`]);
    const { actions } = await read({ account: 'bob', to: 'carol', limit: 1 });
    const time = String((actions as Answer[])[0]!['time']);
    expect(memosOf(await read({ account: 'bob', after: time, before: time, to: 'carol' }))).toEqual([
      `carol-${_surface}`,
    ]);
    expect(memosOf(await read({ account: 'bob', before: '2020-01-01T00:00:00Z' }))).toEqual([]);
  });

  it('get_history of an account that took part in nothing that was asked for is an empty page', async () => {
    expect(await read({ account: 'carol', contract: 'dex' })).toMatchObject({
      actions: [],
      next_cursor: null,
    });
  });

  it('get_history refuses an account that does not exist, and conditions that exclude each other', async () => {
    expect(await refusal({ account: 'nosuch' })).toBe('account nosuch does not exist on mainnet');
    expect(await refusal({ account: 'bob', token: 'BTC', action: 'transfer' })).toContain(
      'token: cannot be combined',
    );
  });

  it('get_history of a network without a history node is refused with no_history', async () => {
    const bare = await startGateway(chain.url);
    const { ok, body } = await over(bare.url)('get_history', { account: 'alice' });
    await bare.close();
    expect({ ok, error: body.error }).toEqual({
      ok: false,
      error: expect.stringMatching(/^mainnet has no history: none of its nodes serves/) as string,
    });
    if (_surface === 'REST') expect(body['code']).toBe('no_history');
  });
});
