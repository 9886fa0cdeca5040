import type { Page } from 'puppeteer-core';
import { developmentKey } from '../harness/signing/sign-digest';
import { until } from '../harness/until';
import { ConsolePage, IN_BLOCK } from './console-pages';
import { FreshStart } from './fresh-start';
import { readQr } from './read-qr';
import { Phone, raiseAmount } from './wallets/phone';
import { Relay } from './wallets/relay';

const FIELDS = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001', memo: 'relay' };
const TRANSFER = `/console/mainnet/tools/transfer/${encodeURIComponent(new URLSearchParams(FIELDS).toString())}`;

describe('a wallet that answers through a relay', () => {
  let relay: Relay;
  let fresh: FreshStart;
  let phone: Phone;
  let shown: ConsolePage;
  let wallet: Page;
  beforeAll(async () => {
    relay = await Relay.start();
    // With a public address the gateway has no routes to development chains: the keys are those of the wallet alone.
    fresh = await FreshStart.begin({
      ...{ CONSOLE_WALLET_RELAY: relay.url, PUBLIC_URL: 'http://gateway.example', RATE_LIMIT_RELAY: '1000' },
    });
    const privateKey = await developmentKey(fresh.urlAt(2), 'alice');
    phone = new Phone({
      ...{ gatewayUrl: fresh.url, privateKey, signer: { actor: 'alice', permission: 'active' } },
    });
  });
  afterAll(async () => {
    await fresh.end();
    await relay.stop();
  });
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, fresh.url);
  });
  afterEach(async () => {
    await shown.page.close();
    if (!wallet.isClosed()) await wallet.close();
    await until(() => relay.open === 0);
  });

  /** Composes the transfer, and opens the window. @returns the link that its QR code has */
  async function openWindow(): Promise<string> {
    await shown.goto(TRANSFER, 'Compose a proposal');
    await shown.click('Compose a proposal');
    await shown.shows('The bytes do what the form says.');
    expect(await shown.text()).not.toContain('Sign as alice@active');
    const opened = new Promise<Page | null>((resolve) => shown.page.once('popup', resolve));
    await shown.click('Sign in a wallet window');
    wallet = (await opened)!;
    await until(() => relay.open === 1);
    await wallet.setViewport({ width: 480, height: 800, deviceScaleFactor: 2 });
    let link: string | undefined;
    // The renderer shows the code a moment after the window listens.
    await until(async () => {
      link = await readQr(shown.page, await wallet.screenshot({ encoding: 'base64' }));
      return link !== undefined;
    });
    return link!;
  }

  /** The console closes the window that signed: no other one closes it meanwhile. */
  const isClosed = () => until(() => wallet.isClosed());
  const signatures = () =>
    shown.page.$eval('textarea[name=signatures]', (each) => (each as unknown as { value: string }).value);
  const balance = async (): Promise<string> => {
    const answer = await fetch(`${fresh.url}/v1/tools/get_account`, {
      method: 'POST',
      body: '{"account":"bob"}',
    });
    return ((await answer.json()) as { balances: Record<string, string> }).balances['BTC']!;
  };

  it('a wallet signs a transfer through a relay, and the console pushes it', async () => {
    await phone.sign(await openWindow());
    await shown.shows('The wallet signed these bytes');
    await isClosed();
    await shown.click('Push the transaction');
    await shown.shows(IN_BLOCK);
    expect(shown.failures).toEqual([]);
  });

  it('a wallet that signs another amount through a relay is shown with the difference, and nothing is pushed', async () => {
    const before = await balance();
    const link = await openWindow();
    await phone.signChanged(link, raiseAmount);
    await shown.shows('The wallet signed another transaction. Its signatures are not taken.');
    await isClosed();
    expect(await shown.text()).toMatch(
      /quantity: the form says "0\.00010000 BTC", the bytes say "0\.00075536 BTC"/,
    );
    expect(await signatures()).toBe('');
    expect(await balance()).toBe(before);
  });

  it('the chain refuses a wallet that signs other bytes than it says through a relay', async () => {
    const before = await balance();
    const link = await openWindow();
    await phone.lieAboutBytes(link, raiseAmount);
    await shown.shows('The wallet signed these bytes');
    await isClosed();
    await shown.click('Push the transaction');
    await shown.page.waitForSelector('form:has(textarea[name=signatures]) .problem');
    expect(await shown.page.$$('form:has(textarea[name=signatures]) .success')).toEqual([]);
    expect(await balance()).toBe(before);
  });

  it('the refusal of a wallet through a relay is shown with its reason', async () => {
    const link = await openWindow();
    await phone.refuse(link, 'not today');
    await shown.shows('No signature: the wallet refuses: not today');
  });

  it('the wallet window connects to the relay by a web socket, and to no other address', async () => {
    await openWindow();
    const connect = (url: string) =>
      wallet.evaluate(
        `fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).then(() => 'sent', () => 'stopped')`,
      );
    for (const url of [relay.url, `${fresh.url}/health`, 'http://127.0.0.1:1/'])
      expect([url, await connect(url)]).toEqual([url, 'stopped']);
  });
});
