import type { Browser, Page } from 'puppeteer-core';
import { Product } from '../harness/process/product';
import { openBrowser } from './open-browser';
import { closeOperation, executeExample, exampleCount, operationsOn, type Shown } from './swagger-page';

/** The client script of the stream is no JSON. */
const proposalOf = ({ isJson, body }: Shown): { simulation?: { status: string; error: string | null } } =>
  isJson ? (JSON.parse(body) as { simulation?: { status: string; error: string | null } }) : {};

/** Routes of the node API whose examples cannot succeed on a fresh start. */
const NOT_ON_A_FRESH_START = [
  // No node with these abilities runs beside the development chains.
  /_v1_history_/,
  /_v1_trace_api_/,
  /_v2_/,
  // They take a transaction of the caller, or its id.
  /_v1_chain_(?:push|send|compute)_/,
  /_v1_chain_get_(?:transaction_status|transaction_id|required_keys)$/,
  // It takes a block that is reversible at that moment.
  /_v1_chain_get_block_header_state$/,
];

describe('the Swagger page of a fresh start', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  const failures: string[] = [];
  beforeAll(async () => {
    product = await Product.launch();
    await product.printed('Ctrl-C stops everything');
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url) && !request.url().startsWith('data:'))
        failures.push(`request to ${request.url()}`);
    });
    await page.goto(`${product.url}/docs`, { waitUntil: 'networkidle0' });
  });
  afterAll(async () => {
    await browser.close();
    await product.ended('SIGTERM');
  });

  it('the Swagger page executes the examples of each operation that needs no other node and no signature', async () => {
    const all = await operationsOn(page);
    const operations = all.filter((id) => !NOT_ON_A_FRESH_START.some((pattern) => pattern.test(id)));
    expect(operations.filter((id) => id.includes('_v1_chain_')).length).toBeGreaterThanOrEqual(23);
    expect(operations.length).toBeGreaterThanOrEqual(52);
    for (const operation of operations) {
      const count = await exampleCount(page, operation);
      for (let index = 0; index < count; index++) {
        const shown = await executeExample(page, operation, index);
        const refusal = shown.status === 200 ? '' : `${shown.status} ${shown.body}`;
        expect({ operation, index, refusal }).toEqual({ operation, index, refusal: '' });
        const { simulation } = proposalOf(shown);
        if (simulation !== undefined)
          expect({ operation, index, simulation }).toMatchObject({ simulation: { status: 'ok' } });
      }
      await closeOperation(page, operation);
    }
  });

  it('the Swagger page runs no script of another origin and none that fails', () => {
    expect(failures).toEqual([]);
  });
});
