import { bytesToHex } from '@app/antelope';
import type { GetBlocksResult } from '@app/ship';
import { FollowedHistory } from '../../harness/history/followed-history';
import { transfer } from '../../harness/node/test-chain';
import { HistoryChain } from '../../harness/ship/history-chain';
import { recordedBlocks, statusOfRecording } from '../../harness/ship/recorded-source';

interface Begin {
  readonly chainStateBeginBlock: number;
  readonly traceBeginBlock: number;
}

/** Room for a few chunks: the log soon begins behind the genesis, with the whole state of a later block. */
const MAX_HISTORY_BYTES = 150_000;

/** The sections that a result has. */
const sectionsOf = ({ prevBlock, block, traces, deltas }: GetBlocksResult): object => ({
  prevBlock: prevBlock !== undefined,
  block: block !== undefined,
  traces: traces !== undefined,
  deltas: deltas !== undefined,
});

/** How state history begins: sections of its first two entries, and the first blocks of the status from there. */
const beginOf = ([first, second]: readonly GetBlocksResult[], status: Begin): object => {
  const num = first!.thisBlock!.blockNum;
  return {
    sections: [sectionsOf(first!), sectionsOf(second!)],
    isNextLinked: Buffer.compare(second!.prevBlock!.blockId, first!.thisBlock!.blockId) === 0,
    state: status.chainStateBeginBlock - num,
    traces: status.traceBeginBlock - num,
  };
};

const recordedBegin = (): object =>
  beginOf(recordedBlocks('snapshot').slice(0, 2), statusOfRecording('snapshot'));

describe('state history that begins as on a node that was started from a snapshot', () => {
  let chain: HistoryChain;
  let history: FollowedHistory;
  let first: number;

  async function firstBlock(): Promise<number> {
    const reader = await chain.reader();
    const { chainStateBeginBlock } = await reader.status();
    await reader.close();
    return chainStateBeginBlock;
  }

  const pay = async (quantity: string): Promise<void> => {
    const { node } = chain;
    const { status } = await node.transact([transfer('alice', 'bob', quantity)], [node.keyOf('alice')]);
    expect(status).toBe(202);
    await chain.produce(1);
  };

  beforeAll(async () => {
    chain = await HistoryChain.start(
      { maxHistoryBytes: MAX_HISTORY_BYTES },
      { isFromSnapshot: true, simulation: true },
    );
    const genesis = await firstBlock();
    do {
      await chain.produce(100);
      first = await firstBlock();
    } while (first === genesis);
    await pay('0.10000000 BTC');
    history = await FollowedHistory.start(chain.shipUrl, {
      chainUrl: chain.url,
      follow: { allowsRewinds: true },
    });
    await pay('0.20000000 BTC');
    const { id } = chain.chain.head();
    await history.until((last) => bytesToHex(last) === id);
  });
  afterAll(async () => {
    await history.close();
    await chain.close();
  });

  test('the first two entries and the status have the form that a real node was recorded with', async () => {
    const reader = await chain.reader();
    const status = await reader.status();
    reader.request({});
    const results = await reader.take(2);
    await reader.close();
    expect(beginOf(results, status)).toEqual(recordedBegin());
  });

  test('a history has the state of the first entry, and no block of it', async () => {
    expect((await history.post('/v1/trace_api/get_block', { block_num: first })).status).toBe(404);
    expect((await history.post('/v1/trace_api/get_block', { block_num: first + 1 })).status).toBe(200);
    const { tokens } = await history.read<{ tokens: { symbol: string; amount: number }[] }>(
      '/v2/state/get_tokens',
      { account: 'dave' },
    );
    const amounts = Object.fromEntries(tokens.map(({ symbol, amount }) => [symbol, amount]));
    const [balance] = await chain.node.read<string[]>('get_currency_balance', {
      ...{ code: 'btc.token', account: 'dave', symbol: 'BTC' },
    });
    expect(`${amounts['BTC']!.toFixed(8)} BTC`).toBe(balance);
  });

  test('a history decodes the actions since then with the ABIs of the first entry', async () => {
    const { actions } = await history.read<{ actions: { act: { data: object } }[] }>(
      '/v2/history/get_actions',
      { filter: 'btc.token:transfer', account: 'bob', 'transfer.from': 'alice', sort: 'asc' },
    );
    expect(actions.map(({ act }) => act.data)).toMatchObject([{ amount: 0.1 }, { amount: 0.2 }]);
  });
});
