import { FreshStart } from './fresh-start';
import { ConsolePage } from './console-pages';
import { HOSTILE, HOSTILE_SHOWN, INVISIBLE, makeAnswersHostile } from './hostile-answers';

const inPath = encodeURIComponent(HOSTILE);
/** Address behind the network, and how often the hostile text is on the page at least. */
const VIEWS: readonly (readonly [name: string, path: string, least: number])[] = [
  ['overview', '', 10],
  ['account', 'account/dave', 10],
  ['unknown account', `account/${inPath}`, 1],
  ['transaction', 'transaction/{id}', 3],
  ['block', 'block/20', 3],
  ['contract', 'contract/dex', 5],
  ['scopes of a table', `contract/dex/orderbook2${inPath}`, 5],
  ['rows of a table', `contract/dex/orderbook2${inPath}/btcusdt${inPath}`, 8],
  ['market', 'market/btcusdt', 2],
  ['unknown market', `market/${inPath}`, 1],
  ['market with open orders', 'market/btcusdt/dave', 5],
  ['market of a hostile account', `market/btcusdt/${inPath}`, 3],
  ['lending', 'lending', 3],
  ['development chain', 'development', 3],
  ['public key', `key/${inPath}`, 1],
  ['unknown tool', `tools/${inPath}`, 1],
  ['unknown view', inPath, 1],
];

describe('the console before a chain with hostile texts', () => {
  let fresh: FreshStart;
  let url: string;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin();
    url = fresh.url;
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, url);
    await makeAnswersHostile(shown.page);
  });
  afterEach(() => shown.page.close());

  /** The id of a transaction with a transfer. */
  async function transactionId(): Promise<string> {
    const path = '/mainnet/v2/history/get_actions?limit=1&filter=btc.token:transfer';
    const { actions } = (await (await fetch(url + path)).json()) as { actions: { trx_id: string }[] };
    return actions[0]!.trx_id;
  }

  /** Waits until the hostile text is on the page so often. */
  const showsHostileText = (least: number) =>
    shown.page.waitForFunction(
      `document.body.innerText.split(${JSON.stringify(HOSTILE_SHOWN)}).length > ${least}`,
    );

  /** Title, texts and attributes of the page. The values of fields and choices are what they stand for. */
  const visibleTexts = () =>
    shown.page.evaluate(`[
      document.title,
      document.body.textContent,
      ...[...document.querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].filter(({ name }) => name !== 'value').map(({ value }) => value)),
    ].join(' ')`) as Promise<string>;

  /** Nothing of the text has become an element or an attribute, and none of its invisible characters is there. */
  async function expectText(): Promise<void> {
    expect(INVISIBLE.exec(await visibleTexts())?.[0]).toBeUndefined();
    expect(await shown.page.$$('img, [onerror]')).toEqual([]);
    const messages = shown.failures.filter((message) => !message.includes('Failed to load resource'));
    expect(messages).toEqual([]);
  }

  it.each(VIEWS)(
    'the view %s shows markup, marks of direction and control characters as text',
    async (_name, path, least) => {
      const address = path.includes('{id}') ? path.replace('{id}', await transactionId()) : path;
      await shown.page.goto(`${url}/console/mainnet/${address}`);
      await showsHostileText(least);
      await expectText();
    },
  );

  it('the answer of a tool shows hostile texts as text', async () => {
    await shown.goto('/console/mainnet/tools/get_account', 'Fill in the example');
    await shown.click('Fill in the example');
    await shown.click('Read');
    await showsHostileText(3);
    await expectText();
  });

  it('a proposal with hostile texts is shown as text, and cannot be signed', async () => {
    await shown.goto('/console/mainnet/tools/transfer', 'Fill in the example');
    await shown.click('Fill in the example');
    await shown.click('Compose a proposal');
    await showsHostileText(3);
    await expectText();
    expect(await shown.page.$$('.qr, textarea[name=signatures], a[href^="esr:"]')).toEqual([]);
  });
});
