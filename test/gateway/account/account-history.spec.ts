import { bytesToHex } from '@app/antelope';
import { ABI, Serializer } from '@wharfkit/antelope';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { initializeRequest, send } from '../../harness/gateway/raw-client';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { FollowedHistory } from '../../harness/history/followed-history';
import { TestChain, transfer } from '../../harness/node/test-chain';
import { until } from '../../harness/until';

/** Over the bound for the data of one action. */
const LARGE_ABI = Serializer.encode({
  object: ABI.from({
    types: Array.from({ length: 200 }, (_, index) => ({ new_type_name: `amount${index}`, type: 'asset' })),
  }),
});

describe('history://mainnet/<account>', () => {
  let chain: TestChain;
  let history: FollowedHistory;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({}, { shipPort: 0 });
    for (const memo of ['first', 'second']) {
      const actions = [transfer('alice', 'bob', '0.00000100 BTC', { memo })];
      expect(
        (await chain.post('push_transaction', await chain.sign(actions, [chain.keyOf('alice')]))).status,
      ).toBe(202);
    }
    const setAbi = {
      account: 'eosio',
      name: 'setabi',
      authorization: [{ actor: 'carol', permission: 'active' }],
      data: { account: 'carol', abi: bytesToHex(LARGE_ABI.array) },
    };
    expect(
      (await chain.post('push_transaction', await chain.sign([setAbi], [chain.keyOf('carol')]))).status,
    ).toBe(202);
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    await until(async () =>
      (await history.get('/v2/history/get_actions', { account: 'carol' })).text.includes('setabi'),
    );
    gateway = await startGateway([chain.url, history.url], undefined, {
      ...LONG_NODE_TIMEOUTS,
      RATE_LIMIT_META: '100000',
    });
    await until(async () => (await fetch(`${gateway.url}/mainnet/v2/health`)).ok);
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
    await chain.close();
  });

  const read = (account: string) =>
    send(
      new URL(`${gateway.url}/mcp`),
      initializeRequest('resources/read', { uri: `history://mainnet/${account}` }),
    );

  it('history://mainnet/<account> returns the actions of an account, newest first', async () => {
    const { contents } = (await read('bob')).json.result as { contents: { text: string }[] };
    const { actions } = JSON.parse(contents[0]!.text) as { actions: { data: { memo?: string } }[] };
    expect(actions.slice(0, 2).map(({ data }) => data.memo)).toEqual(['second', 'first']);
    expect(actions[0]).toMatchObject({
      contract: 'btc.token',
      action: 'transfer',
      authorization: ['alice@active'],
    });
  });

  it('the history of an account has the length of large data instead of the data', async () => {
    const { contents } = (await read('carol')).json.result as { contents: { text: string }[] };
    const { actions } = JSON.parse(contents[0]!.text) as { actions: Record<string, unknown>[] };
    const setAbi = actions.find(({ action }) => action === 'setabi');
    expect(setAbi?.['data_characters']).toBeGreaterThan(LARGE_ABI.array.length);
    expect(setAbi).not.toHaveProperty('data');
  });

  it('the history of an account is refused where the chain does not have the account', async () => {
    expect((await read('nosuch')).json.error).toMatchObject({ message: expect.stringContaining('nosuch') });
  });
});
