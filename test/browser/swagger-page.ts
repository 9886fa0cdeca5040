import type { Page } from 'puppeteer-core';

/** The answer that the page shows after an operation was executed. */
export interface Shown {
  readonly status: number;
  readonly isJson: boolean;
  readonly body: string;
}

const ANSWERED_WITHIN_MS = 60_000;
/** Without a change of the page for so long, several times its delays, it has no more to do. */
const SETTLED_MS = 300;

/** Ids of the elements of all operations, in the order of the page, by the id of the element of their tag. */
export async function operationsByTag(page: Page): Promise<[tag: string, operations: string[]][]> {
  return page.$$eval('.opblock-tag-section', (sections) =>
    sections.map((section): [string, string[]] => [
      section.querySelector('.opblock-tag')?.id ?? '',
      [...section.querySelectorAll('.opblock')].map(({ id }) => id),
    ]),
  );
}

/** Opens or closes the operations of a tag: the page draws all that are open after each click. */
export async function toggleTag(page: Page, tag: string): Promise<void> {
  await clickElement(page, `#${selectorName(tag)}`);
}

/** A click that needs no place on the screen: a page of 80 operations takes seconds until each stands still. */
async function clickElement(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(`${selector}:not(:disabled)`);
  await page.evaluate(`document.querySelector('${selector}').click()`);
}

/** Opens an operation and counts the examples of its input; one where it takes no input. */
export async function exampleCount(page: Page, operation: string): Promise<number> {
  const block = `#${selectorName(operation)}`;
  await clickElement(page, `${block} .opblock-summary-control`);
  await page.waitForSelector(`${block} .execute`);
  await waitUntilSettled(page, block);
  const options = await page.$$(`${block} .opblock-section-request-body .examples-select option`);
  return Math.max(1, options.length);
}

/** Closes an operation: many open ones make the page slow. */
export async function closeOperation(page: Page, operation: string): Promise<void> {
  const block = `#${selectorName(operation)}`;
  await clickElement(page, `${block} .opblock-summary-control`);
  await page.waitForSelector(`${block} .execute`, { hidden: true });
}

/** Chooses the example at `index`, executes the operation, and reads what the page shows. */
export async function executeExample(page: Page, operation: string, index: number): Promise<Shown> {
  const block = `#${selectorName(operation)}`;
  const select = `${block} .opblock-section-request-body .examples-select select`;
  if ((await page.$(select)) !== null) {
    await page.evaluate(`(() => {
      const select = document.querySelector('${select}');
      select.selectedIndex = ${index};
      select.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  }
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.request().method() !== 'OPTIONS', {
      timeout: ANSWERED_WITHIN_MS,
    }),
    clickElement(page, `${block} .execute`),
  ]);
  const body = await response.text();
  const cell = `${block} .live-responses-table .response .response-col_status`;
  await page.waitForFunction(
    `document.querySelector('${cell}')?.textContent.includes('${response.status()}') === true`,
  );
  const isJson = response.headers()['content-type']?.includes('json') === true;
  return { status: response.status(), isJson, body };
}

/** The page resolves an operation a moment after it shows it. Until then a click on execute sends no body, or nothing. */
async function waitUntilSettled(page: Page, block: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const later = () => setTimeout(() => { observer.disconnect(); resolve(); }, ${SETTLED_MS});
    let timer = later();
    const observer = new MutationObserver(() => { clearTimeout(timer); timer = later(); });
    observer.observe(document.querySelector('${block}'), { subtree: true, childList: true, attributes: true });
  })`);
}

/** Operation ids hold letters, digits, - and _ only. */
function selectorName(id: string): string {
  if (!/^[\w-]+$/.test(id)) throw new Error(`unexpected operation id ${id}`);
  return id;
}
