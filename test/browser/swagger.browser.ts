import type { Page } from 'puppeteer-core';
import { FreshStart } from './fresh-start';
import {
  closeOperation,
  executeExample,
  exampleCount,
  operationsByTag,
  toggleTag,
  type Shown,
} from './swagger-page';

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
  // The development chains have no finalizers, as nodes before Spring.
  /_v1_chain_get_finalizer_info$/,
];

/** The example of `explain_transaction` is a recorded transaction, whose time is over. */
const outcomeOf = (operation: string) =>
  operation.endsWith('explain_transaction')
    ? { status: 'failed', error: expect.stringMatching(/^expired transaction/) as unknown }
    : { status: 'ok', error: null };

/** The first page of a browser that was just started waits for the programs beside it. */
const LOADED_WITHIN_MS = 120_000;

describe('the Swagger page of a fresh start', () => {
  let fresh: FreshStart;
  let page: Page;
  const failures: string[] = [];
  beforeAll(async () => {
    fresh = await FreshStart.begin();
    page = await fresh.browser.newPage();
    page.on('pageerror', (error) => failures.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(fresh.url) && !request.url().startsWith('data:'))
        failures.push(`request to ${request.url()}`);
    });
    await page.goto(`${fresh.url}/docs`);
    await page.waitForSelector('.opblock', { timeout: LOADED_WITHIN_MS });
  });
  afterAll(() => fresh.end());

  it('the Swagger page executes the examples of each operation that needs no other node and no signature', async () => {
    const tags = await operationsByTag(page);
    const isPossible = (id: string) => !NOT_ON_A_FRESH_START.some((pattern) => pattern.test(id));
    const operations = tags.flatMap(([, ids]) => ids).filter(isPossible);
    expect(operations.filter((id) => id.includes('_v1_chain_')).length).toBeGreaterThanOrEqual(23);
    expect(operations.length).toBeGreaterThanOrEqual(52);
    for (const [tag] of tags) await toggleTag(page, tag);
    for (const [tag, ids] of tags) {
      await toggleTag(page, tag);
      for (const operation of ids.filter(isPossible)) await executesItsExamples(operation);
      await toggleTag(page, tag);
    }
    for (const [tag] of tags) await toggleTag(page, tag);
  });

  async function executesItsExamples(operation: string): Promise<void> {
    const count = await exampleCount(page, operation);
    for (let index = 0; index < count; index++) {
      const shown = await executeExample(page, operation, index);
      const refusal = shown.status === 200 ? '' : `${shown.status} ${shown.body}`;
      expect({ operation, index, refusal }).toEqual({ operation, index, refusal: '' });
      const { simulation } = proposalOf(shown);
      if (simulation !== undefined) {
        const { status, error } = simulation;
        expect({ operation, index, status, error }).toEqual({ operation, index, ...outcomeOf(operation) });
      }
    }
    await closeOperation(page, operation);
  }

  it('the filter of the Swagger page finds operations by id and by summary, and says when there is none', async () => {
    const FILTER = '.operation-filter-input';
    /** Waits until the operations are those of `ids`, in their order. */
    const shows = async (phrase: string, ids: string[]) => {
      await page.click(FILTER, { count: 3 });
      await page.type(FILTER, phrase);
      const present = `JSON.stringify([...document.querySelectorAll('.opblock')].map(({ id }) => id))`;
      await page.waitForFunction(`${present} === '${JSON.stringify(ids)}'`);
    };
    await page.waitForSelector(`${FILTER}[placeholder="Filter by name, path or words"]`);
    await shows('get_orderbook', ['operations-Market-get_orderbook']);
    await shows('Place a limit', ['operations-Market-place_order']);
    await shows('no such thing', []);
    expect(await page.$eval('.nothing', ({ textContent }) => textContent)).toBe(
      'No operation has this text.',
    );
    await page.click(FILTER, { count: 3 });
    await page.keyboard.press('Backspace');
    await page.waitForFunction(`document.querySelectorAll('.opblock').length > 50`);
  });

  it('an opened operation shows its own recorded answer, and the refusals folded', async () => {
    const block = '#operations-Market-cancel_order';
    await page.locator(`${block} .opblock-summary-control`).click();
    await page.waitForSelector(`${block} .folded`);
    const codes = await page.$$eval(`${block} .folded .response-col_status`, (cells) =>
      cells.map(({ textContent }) => textContent),
    );
    expect(codes).toEqual(['400', '404', '429', 'default']);
    expect(await page.$eval(`${block} .response .example`, ({ textContent }) => textContent)).toContain(
      'dave cancels order 1',
    );
    await page.locator(`${block} .folded button`).click();
    await page.waitForSelector(`${block} .response:not(.folded)[data-code="400"]`);
    await page.locator(`${block} .opblock-summary-control`).click();
  });

  it.each([
    ['the gateway', '/docs', 0],
    ['a development chain', '/devchain/docs', 2],
    ['the history node', '/v2/docs', 7],
  ])('the API page of %s is dark where the system is, and fits a phone', async (_of, path, offset) => {
    const other = await fresh.browser.newPage();
    const problems: string[] = [];
    other.on('pageerror', (error) => problems.push(String(error)));
    other.on('console', (message) => problems.push(message.text()));
    await other.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await other.setViewport({ width: 390, height: 800 });
    await other.goto(`${fresh.urlAt(offset)}${path}`);
    await other.waitForSelector('.opblock');
    expect(await other.$eval('html', ({ className }) => className)).toBe('dark-mode');
    expect(await other.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(problems).toEqual([]);
    await other.close();
  });

  it('the Swagger page runs no script of another origin and none that fails', () => {
    expect(failures).toEqual([]);
  });
});
