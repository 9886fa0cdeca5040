import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { answerOf, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

const order = (identifier: number, type: string, price: string) => ({
  ...{ identifier, account: 'alice', price: `${price}.00000000`, type },
  ...{ baseAsset: '1.00000000 BTC', quoteAsset: `${price}.00000000 USDT` },
});
const BUY = order(7, 'buy', '70000');
const SELL = order(8, 'sell', '80000');

/** Reads: the table, its part with the ids of the buys, the index over buys, its first row alone, and that over sells. */
type Look = 'table' | 'ids' | 'buys' | 'firstBuy' | 'sells';
type Book = Record<Look, { rows: object[]; more?: boolean }>;
interface Query {
  readonly index_position?: string;
  readonly lower_bound?: string;
  readonly limit: number;
}

const lookOf = ({ index_position, lower_bound, limit }: Query): Look => {
  if (index_position === undefined) return lower_bound === undefined ? 'table' : 'ids';
  if (lower_bound !== '0') return 'sells';
  return limit === 1 ? 'firstBuy' : 'buys';
};
const emptied = (): Book => ({
  ...{ table: { rows: [BUY, SELL], more: true }, ids: { rows: [] } },
  ...{ buys: { rows: [] }, firstBuy: { rows: [] }, sells: { rows: [SELL] } },
});

describe('a side of a book of more than a page that the index shows empty', () => {
  let node: FakeNode;
  let gateway: RunningGateway;
  let book = emptied();
  let looks: Look[] = [];
  beforeAll(async () => {
    node = await FakeNode.start(new FakeChain('emptied'));
    node.override = (route, body, response) => {
      if (route !== '/v1/chain/get_table_rows') return false;
      const look = lookOf(JSON.parse(body) as Query);
      looks.push(look);
      const { rows, more = false } = book[look];
      json(response, 200, { rows, more, next_key: '' });
      return true;
    };
    const profile = readFileSync(developmentProfileFile(), 'utf8');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'emptied-')), 'profile.yaml');
    writeFileSync(file, profile.replace(/^affected_set: .*$/m, 'affected_set: null'));
    gateway = await startGateway(node.url, file);
  });
  beforeEach(() => {
    looks = [];
    book = emptied();
    expireReadCache();
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });

  const read = () => overRest(gateway.url)('get_orderbook', { pair: 'btcusdt' });

  it('the side is empty when its orders were filled between the reads of the table and of the index', async () => {
    expect(await answerOf(read())).toMatchObject({
      ...{ bids: [], best_bid: null, best_ask: '80000.00000000', levels: { bids: 0, asks: 1 } },
    });
    expect(looks).toContain('ids');
    expect(looks).not.toContain('firstBuy');
  });

  it('nothing is known of the side when a second look at the index finds orders', async () => {
    book.ids = { rows: [BUY] };
    book.firstBuy = { rows: [BUY] };
    expect(await answerOf(read())).toMatchObject({
      ...{ bids: [], best_bid: null, best_ask: '80000.00000000', levels: { bids: null, asks: 1 } },
    });
  });

  it('nothing is known of the side when the node gives no row of it and says that there are more', async () => {
    book.buys = { rows: [], more: true };
    expect(await answerOf(read())).toMatchObject({
      bids: [],
      best_bid: null,
      levels: { bids: null, asks: 1 },
    });
    expect(looks).not.toContain('ids');
  });

  it('the profile is wrong when an order that the table keeps is in the index at no time', async () => {
    book.ids = { rows: [BUY] };
    expect(await refusalOf(read())).toBe(
      'the contract profile does not match the chain: tables.orders.price_index: the index has no buy orders, and the ' +
        'table has',
    );
  });
});
