import { FreshStart } from './fresh-start';
import { ConsolePage } from './console-pages';

interface Block {
  readonly transactions: readonly { readonly trx: { readonly id: string } }[];
}

describe('the console of a network without a history node', () => {
  let fresh: FreshStart;
  let url: string;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ HISTORY: 'off' });
    url = fresh.url;
    shown = await ConsolePage.open(fresh.browser, url);
  });
  afterAll(() => fresh.end());

  it('a transaction shows what the nodes of the chain know, and says what is missing', async () => {
    const answer = await fetch(`${url}/mainnet/v1/chain/get_block`, {
      method: 'POST',
      body: '{"block_num_or_id":8}',
    });
    const { transactions } = (await answer.json()) as Block;
    await shown.goto(`/console/mainnet/transaction/${transactions[0]!.trx.id}`, 'executed, irreversible');
    await shown.shows('The network has no history node');
    await shown.shows('by ');
    expect(await shown.faults()).toEqual([]);
  });
});
