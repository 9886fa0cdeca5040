import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { until } from '../harness/until';
import { ConsolePage, IN_BLOCK } from './console-pages';
import { FreshStart } from './fresh-start';
import { PageProxy } from './page-proxy';

const TRANSFER = '/console/mainnet/tools/transfer/';
const FIELDS = new URLSearchParams({
  from: 'alice',
  to: 'bob',
  symbol: 'BTC',
  amount: '0.0001',
  memo: 'wallet',
});

describe('the wallet window of the console', () => {
  let fresh: FreshStart;
  let proxy: PageProxy;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin();
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    proxy = await PageProxy.start(fresh.url);
    shown = await ConsolePage.open(fresh.browser, proxy.url);
  });
  afterEach(async () => {
    await shown.page.close();
    await proxy.stop();
  });

  async function compose(): Promise<void> {
    await shown.goto(TRANSFER + encodeURIComponent(FIELDS.toString()), 'Compose a proposal');
    await shown.click('Compose a proposal');
    await shown.shows('The bytes do what the form says.');
  }

  /** Does something and returns the window that it opens. */
  async function popupOf(page: Page, open: () => Promise<unknown>): Promise<Page> {
    const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
    await open();
    return (await opened)!;
  }

  const signatures = () =>
    shown.page.$eval('textarea[name=signatures]', (each) => (each as unknown as { value: string }).value);
  const balance = async (account: string): Promise<string> => {
    const answer = await fetch(`${fresh.url}/v1/tools/get_account`, {
      method: 'POST',
      body: JSON.stringify({ account }),
    });
    return ((await answer.json()) as { balances: Record<string, string> }).balances['BTC']!;
  };

  it('WharfKit signs a transfer in a window that asks no server, and the console pushes it', async () => {
    await compose();
    const problems: string[] = [];
    const requests: string[] = [];
    const wallet = await popupOf(shown.page, () => shown.click('Sign in a wallet window'));
    wallet.on('pageerror', (error) => problems.push(String(error)));
    wallet.on('console', (message) => {
      // The renderer reports texts that it shows before it has loaded its language.
      if (!message.text().startsWith('[i18n]: No locale')) problems.push(message.text());
    });
    wallet.on('request', (request) => requests.push(request.url()));
    await shown.shows('The wallet signed these bytes');
    expect(await signatures()).toMatch(/^SIG_K1_\w+$/);
    const isOwnFile = (url: string) => /\/(?:console|docs)\//.test(url.slice(proxy.url.length));
    expect(requests.filter((url) => !url.startsWith(proxy.url) || !isOwnFile(url))).toEqual([]);
    expect(problems).toEqual([]);
    await shown.click('Push the transaction');
    await shown.shows(IN_BLOCK);
    expect(shown.failures).toEqual([]);
  });

  it('a wallet that changes the amount is shown with the difference, and nothing is pushed', async () => {
    const bundled = await build({
      ...{ entryPoints: [path.join(__dirname, 'wallets', 'liar.mjs')], bundle: true, write: false },
      ...{ format: 'esm', platform: 'browser', target: 'es2023' },
    });
    proxy.replaces = { path: /\/assets\/wallet-\w+\.js$/, script: bundled.outputFiles[0]!.text };
    const before = await balance('bob');
    await compose();
    await shown.click('Sign in a wallet window');
    await shown.shows('The wallet signed another transaction. Its signatures are not taken.');
    expect(await shown.text()).toMatch(
      /quantity: the form says "0\.00010000 BTC", the bytes say "0\.00075536 BTC"/,
    );
    expect(await signatures()).toBe('');
    expect(
      await shown.page.$eval('form:has(textarea[name=signatures]) button', (each) =>
        each.hasAttribute('disabled'),
      ),
    ).toBe(true);
    expect(proxy.calls.filter((each) => each.endsWith('/push_transaction'))).toEqual([]);
    expect(await balance('bob')).toBe(before);
    expect(await shown.faults()).toEqual([]);
  });

  it('a signature that arrives late is taken: the window stays open until then', async () => {
    // Longer than the page waits between two looks at whether the window is closed.
    await shown.page.evaluateOnNewDocument(`(() => {
      const { get, set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
      const late = (listener) => (event) => setTimeout(listener, 2_000, event);
      Object.defineProperty(MessagePort.prototype, 'onmessage', {
        get,
        set(listener) {
          set.call(this, late(listener));
        },
      });
    })()`);
    await compose();
    const wallet = await popupOf(shown.page, () => shown.click('Sign in a wallet window'));
    await shown.shows('The wallet signed these bytes');
    await until(() => wallet.isClosed());
    expect(await signatures()).toMatch(/^SIG_K1_\w+$/);
  });

  it('a signature that arrives after its window was seen closed is taken', async () => {
    // Delivers the answer right after the first look at the window that the person has closed.
    await shown.page.evaluateOnNewDocument(`(() => {
      const held = [];
      const { get, set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
      Object.defineProperty(MessagePort.prototype, 'onmessage', {
        get,
        set(listener) {
          set.call(this, (event) => held.push(() => listener(event)));
        },
      });
      let wallet;
      const { open, setInterval } = globalThis;
      globalThis.open = (...address) => (wallet = open(...address));
      globalThis.setInterval = (look, ms) =>
        setInterval(() => {
          look();
          if (wallet?.closed && ms === 500) held.splice(0).forEach((deliver) => deliver());
        }, ms);
    })()`);
    await compose();
    const wallet = await popupOf(shown.page, () => shown.click('Sign in a wallet window'));
    await wallet.waitForFunction(`document.getElementById('wallet').textContent.startsWith('Signed')`);
    await wallet.close();
    await shown.shows('The wallet signed these bytes');
    expect(await signatures()).toMatch(/^SIG_K1_\w+$/);
  });

  it('a window that is closed without a signature is reported', async () => {
    proxy.replaces = { path: /\/assets\/wallet-\w+\.js$/, script: '' };
    await compose();
    const wallet = await popupOf(shown.page, () => shown.click('Sign in a wallet window'));
    await shown.shows('The wallet window is open.');
    await wallet.close();
    await shown.shows('No signature: the window was closed');
  });

  /** Opens the wallet page as a page of some address, and sends it a request. @returns what the wallet page shows */
  async function ask(from: string, address: string, nonce: string): Promise<Page> {
    await shown.page.goto(from);
    const wallet = await popupOf(shown.page, () =>
      shown.page.evaluate(`(async () => {
        globalThis.opened = window.open(${JSON.stringify(address)});
      })()`),
    );
    await wallet.waitForFunction(`document.readyState === 'complete'`);
    await shown.page.evaluate(`(() => {
      const { port1, port2 } = new MessageChannel();
      port1.postMessage({ network: 'mainnet', chainId: '00', signer: 'mallory@active', packed: '00', abis: [] });
      opened.postMessage({ kind: 'request', nonce: ${JSON.stringify(nonce)} }, '*', [port2]);
    })()`);
    return wallet;
  }
  const textOf = (page: Page) => page.$eval('#wallet', ({ textContent }) => textContent);
  const serves = (page: Page) =>
    page.waitForFunction(`document.getElementById('wallet').textContent.startsWith('Not signed')`);

  it('the window serves a page of the gateway with its nonce, and no page of another origin', async () => {
    const address = `${proxy.url}/console/wallet#abc`;
    await serves(await ask(`${proxy.url}/console/mainnet/agents`, address, 'abc'));
    const foreign = await ask(`${fresh.urlAt(2)}/devchain/docs`, address, 'abc');
    const again = await ask(`${proxy.url}/console/mainnet/agents`, address, 'abc');
    await serves(again);
    expect(await textOf(foreign)).toBe('Loading…');
    await foreign.close();
  });

  it('the window ignores a request with another nonce', async () => {
    const address = `${proxy.url}/console/wallet#abc`;
    const other = await ask(`${proxy.url}/console/mainnet/agents`, address, 'abd');
    await serves(await ask(`${proxy.url}/console/mainnet/agents`, address, 'abc'));
    expect(await textOf(other)).toBe('Loading…');
  });

  it('the console gives its request to no window with another nonce', async () => {
    proxy.replaces = {
      path: /\/assets\/wallet-\w+\.js$/,
      script: `addEventListener('message', ({ ports }) => (document.title = 'given ' + ports.length));
        const send = (nonce) => opener.postMessage({ kind: 'ready', nonce }, location.origin);
        send('abc');
        send('');
        addEventListener('keydown', () => send(location.hash.slice(1)));`,
    };
    await compose();
    const wallet = await popupOf(shown.page, () => shown.click('Sign in a wallet window'));
    await wallet.waitForFunction(`document.readyState === 'complete'`);
    const title = await wallet.title();
    await wallet.keyboard.press('a');
    await wallet.waitForFunction(`document.title === 'given 1'`);
    expect(title).not.toContain('given');
  });

  it('the page of the window may run its own script alone, and connect nowhere', async () => {
    const answer = await fetch(`${fresh.url}/console/wallet`);
    const policy = answer.headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    await shown.page.goto(`${fresh.url}/console/wallet`);
    await shown.shows('This page is opened by a proposal of the console.');
    expect(await shown.faults()).toEqual([]);
  });
});
