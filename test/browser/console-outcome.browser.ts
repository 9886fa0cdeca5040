import type { HTTPRequest } from 'puppeteer-core';
import { developmentKey, signWithLibrary } from '../harness/signing/sign-digest';
import { ConsolePage } from './console-pages';
import { FreshStart } from './fresh-start';

interface Proposal {
  readonly status: string;
  readonly transaction: { packed_trx: string; signing_digest: string; transaction_id: string };
}

const TEN_MINUTES_MS = 600_000;
const OVER = 'Its time to sign is over.';

describe('the outcome of a proposal in the console', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin();
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, fresh.url);
  });
  afterEach(() => shown.page.close());

  async function openForm(memo: string): Promise<void> {
    const fields = new URLSearchParams({ from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001', memo });
    const path = `/console/mainnet/tools/transfer/${encodeURIComponent(fields.toString())}`;
    await shown.goto(path, 'Compose a proposal');
  }

  /** Sends the form, and returns the answer as the page got it. */
  async function compose(): Promise<Proposal> {
    const answered = shown.page.waitForResponse((response) => response.url().endsWith('/v1/tools/transfer'));
    await shown.click('Compose a proposal');
    const proposal = (await (await answered).json()) as Proposal;
    await shown.shows('The bytes do what the form says.');
    return proposal;
  }

  const signatureOf = async (account: string, { transaction }: Proposal): Promise<string> =>
    signWithLibrary(await developmentKey(fresh.urlAt(2), account), transaction.signing_digest);

  /** Requests of a tool get another answer. Undefined: that of the gateway. */
  async function answering(tool: string, answer: (request: HTTPRequest) => Promise<object | undefined>) {
    await shown.page.setRequestInterception(true);
    shown.page.on('request', (request) => {
      void (async () => {
        const other = request.url().endsWith(`/v1/tools/${tool}`) ? await answer(request) : undefined;
        await (other === undefined ? request.continue() : request.respond(other));
      })();
    });
  }

  const passedOn = async (request: HTTPRequest): Promise<Response> =>
    fetch(request.url(), { method: 'POST', body: request.postData()! });

  /** The newest block is ten minutes newer for the page. */
  const aheadOfTime = () =>
    answering('get_chain_info', async (request) => {
      const info = (await (await passedOn(request)).json()) as { head_block_time: string };
      const head = new Date(Date.parse(info.head_block_time) + TEN_MINUTES_MS).toISOString();
      return { contentType: 'application/json', body: JSON.stringify({ ...info, head_block_time: head }) };
    });

  /** The clock of the browser is ten minutes ahead of that of the chain. */
  const clockAhead = () =>
    shown.page.evaluateOnNewDocument(
      `(() => { const real = Date.now; Date.now = () => real() + ${TEN_MINUTES_MS}; })();`,
    );

  it('a transaction that a wallet sent by itself is shown as executed, and the same form composes no other one', async () => {
    await openForm('by a wallet');
    const proposal = await compose();
    await shown.shows('Expires in');
    const { packed_trx } = proposal.transaction;
    const signed_tx = { signatures: [await signatureOf('alice', proposal)], packed_trx };
    const body = JSON.stringify({ signed_tx, wait_for: 'irreversible' });
    await fetch(`${fresh.url}/v1/tools/push_transaction`, { method: 'POST', body });
    await shown.shows('executed, irreversible, block');
    expect(await shown.page.$$('.qr, textarea[name=signatures]')).toEqual([]);
    expect(await shown.text()).not.toContain('Expires in');
    const link = await shown.page.$$eval('main a', (links) => links.map((each) => each.getAttribute('href')));
    expect(link).toContain(`/console/mainnet/transaction/${proposal.transaction.transaction_id}`);
    expect(await shown.faults()).toEqual([]);

    const again = await compose();
    expect([again.status, again.transaction]).toEqual(['executed', proposal.transaction]);
    await shown.shows('Sign nothing. For another one take a new request_id.');
    expect(await shown.page.$$('.qr, textarea[name=signatures]')).toEqual([]);
    await shown.click('New request_id');
    const another = await compose();
    expect(another.status).toBe('new');
    expect(another.transaction.transaction_id).not.toBe(proposal.transaction.transaction_id);
    expect(shown.failures).toEqual([]);
  });

  it('a proposal that no node has after its expiry can be composed again under its own request id', async () => {
    await aheadOfTime();
    await openForm('not sent');
    const proposal = await compose();
    await shown.shows(`${OVER} No node has it in a block. Compose it again under the same request_id alone`);
    expect(await shown.page.$$('.qr, textarea[name=signatures]')).toEqual([]);
    expect(await shown.faults()).toEqual([]);
    // It can be executed still: the gateway makes no other one.
    const again = await compose();
    expect([again.status, again.transaction]).toEqual(['repeated', proposal.transaction]);
  });

  it('a clock of the browser that is ahead ends no proposal', async () => {
    await clockAhead();
    await openForm('early');
    await compose();
    await shown.shows('Expires in');
    await shown.page.waitForSelector('.qr');
    expect(await shown.text()).not.toContain(OVER);
  });

  it('a proposal whose outcome cannot be looked up is not to be composed again', async () => {
    await clockAhead();
    await answering('get_transaction', () => Promise.resolve({ status: 502, body: 'bad gateway' }));
    await openForm('no look-up');
    await compose();
    await shown.shows(`${OVER} Whether it was executed is not known yet: do not compose it again.`);
    expect(await shown.text()).not.toContain('No node has it');
  });

  it('a push whose answer is lost is followed', async () => {
    const pushes: string[] = [];
    await answering('push_transaction', async (request) => {
      pushes.push(request.postData()!);
      if (pushes.length > 1) return undefined;
      await passedOn(request);
      return { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
    });
    await openForm('a lost answer');
    const proposal = await compose();
    await shown.fill('textarea[name=signatures]', await signatureOf('alice', proposal));
    await shown.click('Push the transaction');
    await shown.shows('It may have been sent: the same bytes are pushed again');
    expect(await shown.text()).not.toContain('Expires in');
    await shown.fill('#field-memo', 'another');
    await shown.shows('Sent earlier, and still followed.');
    await shown.shows('already_executed');
    await shown.shows('irreversible');
    expect(await shown.text()).not.toContain('It may have been sent');
    const bytes = pushes.map((body) => (JSON.parse(body) as { signed_tx: unknown }).signed_tx);
    for (const each of bytes) expect(each).toEqual(bytes[0]);
  });

  it('a push that the gateway refuses for its limits is said to have sent nothing, and is repeated', async () => {
    let pushes = 0;
    await answering('push_transaction', () => {
      pushes += 1;
      const body = JSON.stringify({ error: 'rate limit exceeded', code: 'rate_limited' });
      const refusal = { status: 429, headers: { 'retry-after': '1' }, contentType: 'application/json', body };
      return Promise.resolve(pushes > 1 ? undefined : refusal);
    });
    await openForm('over the limit');
    const proposal = await compose();
    await shown.fill('textarea[name=signatures]', await signatureOf('alice', proposal));
    await shown.click('Push the transaction');
    await shown.shows('Nothing was sent yet: the same bytes are pushed again.');
    expect(await shown.text()).not.toContain('It may have been sent');
    await shown.shows('executed,');
    expect(await shown.text()).not.toContain('Nothing was sent yet');
  });

  it('a push that is refused is not followed, and another form drops its proposal', async () => {
    await openForm('by another key');
    const proposal = await compose();
    await shown.fill('textarea[name=signatures]', await signatureOf('bob', proposal));
    await shown.click('Push the transaction');
    await shown.page.waitForSelector('form [role=alert].problem');
    await shown.shows('Expires in');
    expect(await shown.text()).not.toContain('It may have been sent');
    await shown.fill('#field-memo', 'another');
    await shown.page.waitForFunction("document.querySelector('.qr') === null");
    expect(await shown.text()).not.toContain('Sent earlier');
  });
});
