import { FreshStart } from './fresh-start';
import { ConsolePage, IN_BLOCK } from './console-pages';

const LIQUIDATED = /Loan (\d+) of (\S+) was liquidated\./;

describe('a loan in the console, by clicks alone', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  let url: string;
  beforeAll(async () => {
    // The page of a pushed transaction asks the relay until it is irreversible, and this user is fast.
    fresh = await FreshStart.begin({ RATE_LIMIT_RELAY: '1000' });
    url = fresh.url;
    shown = await ConsolePage.open(fresh.browser, url);
  });
  afterAll(() => fresh.end());

  async function follow(path: string): Promise<void> {
    const selector = `a[href="/console/mainnet/${path}"]`;
    await shown.page.waitForSelector(selector);
    await shown.page.evaluate(`document.querySelector('${selector}').click()`);
  }

  async function fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [id, value] of Object.entries(values)) await shown.fill(`#${id}`, value);
  }

  /** A control of the development chain, by its form. */
  async function control(button: string, values: Readonly<Record<string, string>>): Promise<void> {
    await follow('development');
    await shown.shows('Pay Bitcoin');
    await fill(values);
    await shown.click(button);
    // Other forms of the page keep the answers that they got before.
    await shown.page.waitForSelector(`.panel:has(#${Object.keys(values)[0]!}) .success`);
  }

  /** Composes, signs with the development key and pushes. */
  async function act(tool: string, values: Readonly<Record<string, string>>): Promise<void> {
    await follow('tools');
    await follow(`tools/${tool}`);
    await shown.shows('Compose a proposal');
    const fields = Object.entries({ account: 'alice', ...values });
    await fill(Object.fromEntries(fields.map(([name, value]) => [`field-${name}`, value])));
    await shown.click('Compose a proposal');
    await shown.shows('The bytes do what the form says.');
    await shown.shows('The dry run succeeds.');
    await shown.click('Sign as alice@active');
    await shown.page.waitForFunction(
      "document.querySelector('textarea[name=signatures]')?.value.length === 130",
    );
    await shown.click('Push the transaction');
    await shown.shows(IN_BLOCK);
  }

  async function openAlice(): Promise<void> {
    await shown.search('alice');
    await shown.shows('Account alice');
  }

  const addressOnPage = () =>
    shown.page.evaluate("/bcrt1[a-z0-9]{30,}/.exec(document.body.innerText)?.[0] ?? ''") as Promise<string>;

  it('a user funds an account, opens a vault, pays into it, borrows, trades, repays and withdraws', async () => {
    await shown.goto('/console/mainnet', 'Head block');
    await control('Fund', { 'fund-account': 'alice', 'fund-symbol': 'USDT', 'fund-amount': '100' });
    await act('setup_vault', {});
    await control('Mine', { 'mine-bitcoin-count': '1' });

    await openAlice();
    await shown.shows('bcrt1');
    const address = await addressOnPage();
    await control('Pay', { 'send-bitcoin-address': address, 'send-bitcoin-amount': '0.1' });
    await control('Mine', { 'mine-bitcoin-count': '4' });
    await openAlice();
    await shown.shows('0.10000000 CBTC');

    await act('borrow', { amount_usdt: '1000', max_apr_bps: '2000' });
    await act('place_order', { pair: 'btcusdt', side: 'sell', price: '60000', amount: '0.001' });
    await openAlice();
    await shown.shows('in progress');
    await act('repay', { amount_usdt: '1001' });
    await act('withdraw_collateral', { amount_cbtc: '0.05', btc_address: address });
    await openAlice();
    await shown.shows('No loan.');
    expect(shown.failures.filter((message) => !message.includes('status of 404'))).toEqual([]);
  });

  it('a button makes the price fall and the time pass until a loan is liquidated, and a saved state is restored', async () => {
    await shown.goto('/console/mainnet', 'Head block');
    await control('Save', { 'snapshot-name': 'journey' });
    await shown.click('Liquidate it');
    // Loans come and go until the click: the page says which one it took.
    await shown.shows(LIQUIDATED);
    const [, id, account] = LIQUIDATED.exec(await shown.text())!;
    await shown.shows('Loss of the pool');
    const answer = await fetch(`${url}/v1/tools/get_loans`, {
      method: 'POST',
      body: JSON.stringify({ account, include_completed: true }),
    });
    const { history } = (await answer.json()) as { history: { id: number; status: string }[] };
    expect(history.find((loan) => String(loan.id) === id)?.status).toBe('liquidated');
    await control('Restore', { 'restore-name': 'journey', 'restore-rewind_time': 'is set back' });
  });
});
