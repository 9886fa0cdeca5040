import { overRest } from '../harness/gateway/gateway-client';
import { FreshStart } from './fresh-start';
import { ConsolePage } from './console-pages';

interface TracedTransaction {
  readonly actions: readonly {
    readonly action_ordinal: number;
    readonly account_ram_deltas: readonly { readonly account: string; readonly delta: number }[];
    readonly receipts: readonly { readonly receiver: string; readonly global_sequence: number }[];
  }[];
}

interface Delta {
  readonly code: string;
  readonly table: string;
  readonly scope: string;
  readonly primary_key: string;
  readonly payer: string;
}

interface SentAction {
  readonly block_num: number;
  readonly trx_id: string;
  readonly creator_action_ordinal: number;
}

describe('history, transactions and blocks in the console', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000' });
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

  const read = async <T>(path: string): Promise<T> => (await (await fetch(fresh.url + path)).json()) as T;
  const control = async (name: string, body: object): Promise<void> => {
    const answer = await fetch(`${fresh.urlAt(2)}/devchain/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  };
  /** The texts of a column of a table. */
  const column = (label: string, number: number) =>
    shown.page.$$eval(`[aria-label="${label}"] tbody tr > :nth-child(${String(number)})`, (cells) =>
      cells.map((cell) => cell.textContent),
    );
  const waitForText = (text: string, selector: string) =>
    shown.page.waitForFunction(
      `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`,
    );

  it('the history goes back to the first action of an account without a hole, while others arrive', async () => {
    const AMOUNTS = Array.from({ length: 60 }, (_, index) => `0.00${String(1001 + index)}00`);
    const fund = async (amounts: readonly string[]) => {
      for (const amount of amounts) await control('fund', { account: 'carol', symbol: 'BTC', amount });
    };
    await fund(AMOUNTS.slice(0, 40));
    await shown.goto('/console/mainnet/account/carol', 'Older actions');
    await waitForText(AMOUNTS[39]!, '[aria-label="Actions"]');
    await shown.click('Older actions');
    await waitForText(AMOUNTS[0]!, '[aria-label="Actions"]');
    await fund(AMOUNTS.slice(40));
    await waitForText(AMOUNTS[59]!, '[aria-label="Actions"]');
    const funded = (await column('Actions', 6)).flatMap(
      (text) => /(?<!\d)0\.0010\d\d00(?= BTC)/.exec(text) ?? [],
    );
    expect(funded).toEqual([...AMOUNTS].reverse());
    while (!(await shown.text()).includes('There are no older actions.')) {
      const before = (await column('Actions', 1)).length;
      await shown.click('Older actions');
      await shown.page.waitForFunction(
        `document.querySelectorAll('[aria-label="Actions"] tbody tr').length > ${String(before)} ||
          document.body.innerText.includes('There are no older actions.')`,
      );
    }
    const all = await read<{ total: { value: number } }>(
      '/mainnet/v2/history/get_actions?account=carol&limit=1&track=true',
    );
    expect((await column('Actions', 1)).length).toBe(all.total.value);
  });

  it('a transaction shows receipts, changes of RAM, and the rows that changed in its block', async () => {
    const { body } = await overRest(fresh.url)('get_history', { account: 'alice', action: 'transfer' });
    const [{ transaction_id: id, block_num: block }] = body['actions'] as [
      { transaction_id: string; block_num: number },
    ];
    await shown.goto(`/console/mainnet/transaction/${id}`, 'executed, irreversible');
    await shown.page.waitForSelector('[aria-label="Rows changed"]');
    const { actions } = await read<TracedTransaction>(`/mainnet/v2/history/get_transaction?id=${id}`);
    await shown.page.evaluate(`document.querySelectorAll('.tree summary').forEach((each) => each.click())`);
    for (const { action_ordinal, receipts } of actions) {
      const label = `Receipts of action ${String(action_ordinal)}`;
      expect(await column(label, 1)).toEqual(receipts.map(({ receiver }) => receiver));
      expect(await column(label, 2)).toEqual(receipts.map((each) => String(each.global_sequence)));
    }
    const { deltas } = await read<{ deltas: Delta[] }>(
      `/mainnet/v2/history/get_deltas?block_num=${String(block)}&limit=100&sort=asc`,
    );
    expect(deltas.length).toBeGreaterThan(0);
    for (const [index, member] of (['code', 'table', 'scope', 'primary_key', 'payer'] as const).entries())
      expect(await column('Rows changed', index + 1)).toEqual(deltas.map((each) => each[member]));
    expect(await shown.faults()).toEqual([]);
  });

  it('a transaction that takes RAM says whose and how much', async () => {
    const { body } = await overRest(fresh.url)('get_history', { account: 'dave', action: 'borrowvar' });
    const [{ transaction_id: id }] = body['actions'] as [{ transaction_id: string }];
    const { actions } = await read<TracedTransaction>(`/mainnet/v2/history/get_transaction?id=${id}`);
    const [ram] = actions.flatMap(({ account_ram_deltas }) => account_ram_deltas);
    await shown.goto(`/console/mainnet/transaction/${id}`, 'Data and receipts');
    await shown.shows(`RAM of ${ram!.account}: ${ram!.delta > 0 ? '+' : ''}${String(ram!.delta)}`);
  });

  it('a block becomes irreversible while it is shown, and has the data of its actions', async () => {
    const { head_block_num: head } = await read<{ head_block_num: number }>('/mainnet/v1/chain/get_info');
    await shown.goto(`/console/mainnet/block/${String(head)}`, 'irreversible');
    await waitForText('Finalityirreversible', '.facts');
    await shown.page.waitForSelector('[aria-label="Rows changed"], .muted');
    expect(await shown.text()).toContain(`Rows changed in block ${String(head)}`);
    const { actions } = await read<{ actions: SentAction[] }>(
      '/mainnet/v2/history/get_actions?limit=100&filter=btc.token:transfer',
    );
    // A transfer that an account signed: contracts send others within transactions of other tokens.
    const { block_num: number, trx_id: id } = actions.find((each) => each.creator_action_ordinal === 0)!;
    await shown.goto(`/console/mainnet/block/${String(number)}`, 'Transactions');
    await shown.page.waitForSelector('[aria-label="Transactions"] pre');
    // Until then the block is read again.
    await waitForText('Finalityirreversible', '.facts');
    const { transactions } = await read<{
      transactions: { trx: { transaction: { actions: { data: unknown }[] } } }[];
    }>(`/mainnet/v1/chain/get_block?block_num_or_id=${String(number)}`);
    const data = await shown.page.$$eval('[aria-label="Transactions"] pre', (texts) =>
      texts.map((each) => JSON.parse(each.textContent) as unknown),
    );
    expect(data).toEqual(
      transactions.flatMap(({ trx }) => trx.transaction.actions.map((action) => action.data)),
    );
    await shown.clickOn('[aria-label="Transactions"] summary');
    await shown.clickOn(`::-p-text(Sentences and tree of ${id.slice(0, 8)})`);
    await shown.shows('Execution');
    await shown.shows('of btc.token');
    expect(await shown.faults()).toEqual([]);
  });

  it('the search box leads from a public key to the accounts of the key', async () => {
    const accounts = (await (await fetch(`${fresh.urlAt(2)}/devchain/accounts`)).json()) as {
      name: string;
      public_key: string;
    }[];
    const { public_key: key } = accounts.find(({ name }) => name === 'alice')!;
    await shown.goto('/console/mainnet', 'Head block');
    await shown.search(key);
    await shown.shows('Accounts of this key');
    await shown.page.waitForSelector('main a[href="/console/mainnet/account/alice"]');
    expect(await shown.faults()).toEqual([]);
  });
});
