import { FreshStart } from './fresh-start';
import { ConsolePage } from './console-pages';

interface Block {
  readonly transactions: readonly { readonly trx: { readonly id: string } }[];
}

/** Address behind the network, texts that are there without a history, and the panel that needs one. */
const VIEWS: readonly (readonly [path: string, texts: readonly string[], panel: string])[] = [
  ['', ['Head block', 'Best bid', 'Lending pools', 'no history node answers'], 'Latest actions'],
  ['account/dave', ['In all', 'Open orders', 'cancel', 'Vault'], 'History'],
  ['market/btcusdt', ['within 2.00 %', 'Last trades'], 'Candles of 1m'],
  ['key/PUB_K1_8JayhncFL5xxuJDNhxEouEiYFLe78BL6gVxHfGL6MaMZL6evtm', ['Public key'], 'Accounts of this key'],
  ['block/8', ['Producer', 'Transactions'], 'Rows changed in block 8'],
];

describe('the console of a network without a history node', () => {
  let fresh: FreshStart;
  let url: string;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ HISTORY: 'off' });
    url = fresh.url;
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, url);
  });
  afterEach(async () => {
    // The browser reports the answers of routes that only a history node has.
    const others = shown.failures.filter((message) => !message.includes('Failed to load resource'));
    await shown.page.close();
    expect(others).toEqual([]);
  });

  it('a transaction shows what the nodes of the chain know, and says what is missing', async () => {
    const answer = await fetch(`${url}/mainnet/v1/chain/get_block`, {
      method: 'POST',
      body: '{"block_num_or_id":8}',
    });
    const { transactions } = (await answer.json()) as Block;
    await shown.goto(`/console/mainnet/transaction/${transactions[0]!.trx.id}`, 'executed, irreversible');
    await shown.shows('The network has no history node: inline actions, RAM and cost are not known.');
    await shown.shows('The network has no history node: changes of rows are not known.');
    await shown.shows('by ');
    expect(await shown.faults()).toEqual([]);
  });

  it.each(VIEWS)(
    'the view /%s says which panel needs a history, and shows the rest',
    async (path, texts, panel) => {
      await shown.goto(`/console/mainnet/${path}`, texts[0]!);
      for (const text of texts) await shown.shows(text);
      await shown.page.waitForFunction(
        `[...document.querySelectorAll('.panel')].some((each) =>
        each.querySelector('h2')?.innerText === ${JSON.stringify(panel)} && /history/.test(each.innerText.slice(8)))`,
      );
      expect(await shown.faults()).toEqual([]);
    },
  );
});
