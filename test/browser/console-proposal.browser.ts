import { decodeSigningRequest, hexToBytes, unpackTransaction } from '@app/antelope';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { developmentKey, signWithLibrary } from '../harness/signing/sign-digest';
import { FreshStart } from './fresh-start';
import { ConsolePage, IN_BLOCK } from './console-pages';
import { readQr } from './read-qr';

interface Proposal {
  readonly transaction: {
    packed_trx: string;
    signing_digest: string;
    chain_id: string;
    transaction_id: string;
  };
}

describe('a proposal in the console', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin();
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, fresh.url);
  });
  afterEach(async () => {
    const { failures } = shown;
    await shown.page.close();
    expect(failures).toEqual([]);
  });

  async function fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await shown.fill(`#field-${name}`, value);
  }

  /** Composes a transfer by the form and returns the answer as the page got it. */
  async function composeTransfer(memo = 'hello'): Promise<Proposal> {
    await shown.goto('/console/mainnet/tools/transfer', 'Compose a proposal');
    await fill({ from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001', memo });
    const answered = shown.page.waitForResponse((response) => response.url().endsWith('/v1/tools/transfer'));
    await shown.clickOn('button[type=submit]');
    const proposal = (await (await answered).json()) as Proposal;
    await shown.shows('Content of the bytes');
    return proposal;
  }

  it('a proposal is shown from its bytes, its QR code is the signing request, and signatures are pushed until it is irreversible', async () => {
    const { transaction } = await composeTransfer();
    await shown.shows('The bytes do what the form says.');
    await shown.shows('The dry run succeeds.');
    expect(await shown.faults()).toEqual([]);
    const link = (await shownQr()) ?? '';
    expect(decodeSigningRequest(link)).toEqual({
      chainId: transaction.chain_id,
      transaction: unpackTransaction(hexToBytes(transaction.packed_trx)),
    });
    expect(await shown.page.$eval('a[href^="esr:"]', (each) => each.getAttribute('href'))).toBe(link);
    await shown.fill('textarea[name=signatures]', await signatureOfAlice(transaction.signing_digest));
    await shown.click('Push the transaction');
    await shown.shows(IN_BLOCK);
    await shown.shows('irreversible');
  });

  async function shownQr(): Promise<string | undefined> {
    const code = await shown.page.waitForSelector('.qr');
    return readQr(shown.page, await code!.screenshot({ encoding: 'base64' }));
  }

  async function signatureOfAlice(digest: string): Promise<string> {
    return signWithLibrary(await developmentKey(fresh.urlAt(2), 'alice'), digest);
  }

  it('a development key signs with two clicks, the transaction is executed, and later reads ask for its block', async () => {
    const tokens: (string | undefined)[] = [];
    shown.page.on('request', (request) => {
      if (request.url().endsWith('/v1/tools/get_account')) tokens.push(request.headers()['x-consistency']);
    });
    await composeTransfer('by a development key');
    await shown.click('Sign as alice@active');
    await shown.page.waitForFunction(
      "document.querySelector('textarea[name=signatures]').value.length === 130",
    );
    await shown.click('Push the transaction');
    await shown.shows(IN_BLOCK);
    await shown.page.evaluate(
      `[...document.querySelectorAll('td a')].find(({ textContent }) => textContent === 'bob').click()`,
    );
    await shown.shows('Affected set');
    // It is read again once the stream of events is open.
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{16}-[1-9]\d*$/);
  });

  it('a proposal whose answer was changed on the way is shown as a difference and cannot be signed', async () => {
    const forBob = await composeTransfer();
    const lie = await (
      await fetch(`${fresh.url}/v1/tools/transfer`, {
        method: 'POST',
        body: JSON.stringify({ from: 'alice', to: 'carol', symbol: 'BTC', amount: '0.0001', memo: 'hello' }),
      })
    ).json();
    await changed(shown.page, 'transfer', { ...forBob, transaction: (lie as Proposal).transaction });
    await composeTransfer();
    await shown.shows('Do not sign: the answer differs from the form.');
    expect(await shown.text()).toContain('to: the form says "bob", the bytes say "carol"');
    expect(await shown.page.$$('.qr, textarea[name=signatures], a[href^="esr:"]')).toEqual([]);
  });

  it('a proposal is gone once the form says something else', async () => {
    await composeTransfer();
    await shown.shows('The bytes do what the form says.');
    await shown.page.type('#field-memo', '!');
    await shown.page.waitForFunction("document.querySelector('.qr') === null");
    expect(await shown.text()).not.toContain('Content of the bytes');
  });

  it('a proposal that was pushed stays, and is followed, once the form says something else', async () => {
    const { transaction } = await composeTransfer('pushed before an edit');
    await shown.fill('textarea[name=signatures]', await signatureOfAlice(transaction.signing_digest));
    // The page gets no answer about a block: the push has to be followed.
    const restore = await changed(shown.page, 'push_transaction', {
      ...{ network: 'mainnet', transaction_id: transaction.transaction_id, status: 'pending' },
      ...{ finality: 'speculative', block_num: null, block_time: null, next: 'Push the same bytes again.' },
    });
    await shown.click('Push the transaction');
    await shown.shows('pending, speculative');
    await shown.fill('#field-memo', 'another');
    await shown.shows('Sent earlier, and still followed');
    expect(await shown.text()).toContain('pending, speculative');
    await shown.clickOn('button[type=submit]');
    await shown.page.waitForFunction("document.querySelectorAll('.qr').length === 2");
    expect(await shown.faults()).toEqual([]);
    await restore();
    await shown.shows('executed, irreversible');
  });

  it('a memo with markup, marks of direction and control characters is shown as text', async () => {
    const memo = '<img src=x onerror=alert(1)>\u202Eevil\u200B';
    await composeTransfer(memo);
    await shown.shows('The bytes do what the form says.');
    const text = await shown.text();
    expect(text).toContain('<img src=x onerror=alert(1)>\\u{202e}evil\\u{200b}');
    expect(await shown.page.$$('img')).toEqual([]);
  });
});

/** The answers of a tool are another text, until the function that it returns is called. */
async function changed(page: Page, tool: string, answer: object): Promise<() => Promise<void>> {
  await page.setRequestInterception(true);
  const onRequest = (request: HTTPRequest): void => {
    void (request.url().endsWith(`/v1/tools/${tool}`)
      ? request.respond({ status: 200, contentType: 'application/json', body: JSON.stringify(answer) })
      : request.continue());
  };
  page.on('request', onRequest);
  return async () => {
    page.off('request', onRequest);
    await page.setRequestInterception(false);
  };
}
