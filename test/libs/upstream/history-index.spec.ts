import { NoHistoryError, type Chains } from '@app/upstream';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';

/** As this project's history node answers without the setting of the trades. */
const NOT_FOUND = {
  statusCode: 404,
  error: 'Not Found',
  message: 'Route GET:/v2/history/get_candles not found',
};
const CANDLES = {
  query_time_ms: 1,
  last_indexed_block: 9,
  last_indexed_block_time: '2026-11-21T12:00:30.000',
  known_from: '2026-11-21T12:00:00.000',
  candles: [],
};

describe('candles of a network with two history nodes', () => {
  let nodes: FakeNode[];
  let chains: Chains;
  beforeEach(async () => {
    const chain = new FakeChain('history-index');
    nodes = await Promise.all([1, 2].map(() => FakeNode.start(chain)));
    const entries = nodes.map(({ url }) => ({ url, capabilities: ['chain' as const, 'v2' as const] }));
    chains = chainsWithShortTimeouts(mainnetOn(entries, chain.chainId), { readLifetimeMs: 0 });
  });
  afterEach(async () => {
    await chains.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const keeps = (node: FakeNode, hasCandles: boolean): void => {
    node.override = (path, _body, response) => {
      if (!path.startsWith('/v2/history/get_candles')) return false;
      json(response, hasCandles ? 200 : 404, hasCandles ? CANDLES : NOT_FOUND);
      return true;
    };
  };
  const read = () => chains.of('mainnet').history.candles({ pair: 'btcusdt', interval: '1m' });

  it.each([0, 1])(
    'candles are those of the history node that has them, wherever node %s has none',
    async (without) => {
      nodes.forEach((node, index) => {
        keeps(node, index !== without);
      });
      for (let time = 0; time < 6; time += 1) expect(await read()).toMatchObject({ lastIndexedBlock: 9 });
    },
  );

  it('a network whose history nodes all have no candles has no history of them', async () => {
    for (const node of nodes) keeps(node, false);
    await expect(read()).rejects.toBeInstanceOf(NoHistoryError);
  });
});
