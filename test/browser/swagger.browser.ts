import type { Browser, Page } from 'puppeteer-core';
import { Product } from '../harness/process/product';
import { openBrowser } from './open-browser';
import { closeOperation, executeExample, exampleCount, operationsOn, type Shown } from './swagger-page';

const proposalOf = ({ body }: Shown): { simulation?: { status: string; error: string | null } } =>
  JSON.parse(body) as { simulation?: { status: string; error: string | null } };

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

  it('executes every example of every operation with success', async () => {
    const operations = await operationsOn(page);
    expect(operations.length).toBeGreaterThanOrEqual(29);
    for (const operation of operations) {
      const count = await exampleCount(page, operation);
      for (let index = 0; index < count; index++) {
        const shown = await executeExample(page, operation, index);
        expect({ operation, index, ...shown }).toMatchObject({ status: 200 });
        const { simulation } = proposalOf(shown);
        if (simulation !== undefined)
          expect({ operation, index, simulation }).toMatchObject({ simulation: { status: 'ok' } });
      }
      await closeOperation(page, operation);
    }
  });

  it('runs no script of elsewhere and no script that fails', () => {
    expect(failures).toEqual([]);
  });
});
