import type { Browser } from 'puppeteer-core';
import { freePorts } from '../harness/process/ports';
import { Product } from '../harness/process/product';
import { ConsolePage } from './console-pages';
import { openBrowser } from './open-browser';

interface Block {
  readonly transactions: readonly { readonly trx: { readonly id: string } }[];
}

describe('the console of a network without a history node', () => {
  let product: Product;
  let browser: Browser;
  let url: string;
  let shown: ConsolePage;
  beforeAll(async () => {
    const base = await freePorts(9);
    url = `http://127.0.0.1:${base}`;
    product = await Product.launch({ HISTORY: 'off' }, ['--ports', String(base)]);
    await product.printed('Ctrl-C stops everything');
    browser = await openBrowser();
    shown = await ConsolePage.open(browser, url);
  });
  afterAll(async () => {
    await browser.close();
    await product.ended('SIGTERM');
  });

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
