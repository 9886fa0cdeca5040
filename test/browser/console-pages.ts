import type { Browser, Page } from 'puppeteer-core';
import { until } from '../harness/until';
import { ALL_RULES, AxeWorld, COLOUR_RULES } from './axe-world';

const WIDTHS = [360, 1400];
/** Of the rules, those about colours alone can find in the dark what the others did not find in the light. */
const SCHEMES = [
  ['light', ALL_RULES],
  ['dark', COLOUR_RULES],
] as const;
/**
 * A transaction that was pushed is in a block. The push looks for the block for a few seconds: on a busy machine the page
 * may skip `in block`, as the next push answers that the block is irreversible.
 */
export const IN_BLOCK = /executed, (?:in block|irreversible)/;
/** Ends what hangs; asserts nothing about speed. */
const SHOWN_WITHIN_MS = 120_000;

/** Members of an element of the page. */
interface Clickable {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): unknown };
  scrollIntoView(how: object): void;
  getClientRects(): Iterable<{ x: number; y: number; width: number; height: number }>;
  matches(selector: string): boolean;
  contains(other: unknown): boolean;
  click(): void;
}

/** Runs in the page. @returns whether the element was clicked */
function clickHere(element: Clickable): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [box] = element.getClientRects();
  if (box === undefined || element.matches(':disabled')) return false;
  const top = element.ownerDocument.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!element.contains(top)) return false;
  element.click();
  return true;
}

/** Members of a field of the page. */
interface Field {
  value: string;
  matches(selector: string): boolean;
  focus(): void;
  dispatchEvent(event: Event): boolean;
}

/** Runs in the page. @returns whether the field takes the value: a list of choices may not have it yet */
function fillHere(field: Field, value: string): boolean {
  if (field.matches(':disabled')) return false;
  field.focus();
  field.value = value;
  if (field.value !== value) return false;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

/** A page of the console, with everything that must not happen on one: messages, errors, requests to other origins. */
export class ConsolePage {
  readonly failures: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {
    page.setDefaultTimeout(SHOWN_WITHIN_MS);
    page.on('pageerror', (error) => this.failures.push(String(error)));
    page.on('console', (message) => this.failures.push(`${message.type()}: ${message.text()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) this.failures.push(`request to ${request.url()}`);
    });
  }

  static async open(browser: Browser, url: string): Promise<ConsolePage> {
    return new ConsolePage(await browser.newPage(), url);
  }

  /** Opens a view and waits until a text is on it. */
  async goto(path: string, text: string): Promise<void> {
    await this.page.goto(this.url + path);
    await this.shows(text);
  }

  /** Waits until the page shows a text. @throws Error with the texts that it shows instead */
  async shows(text: string | RegExp): Promise<void> {
    const isShown =
      typeof text === 'string'
        ? `document.body.innerText.includes(${JSON.stringify(text)})`
        : `${String(text)}.test(document.body.innerText)`;
    try {
      await this.page.waitForFunction(isShown);
    } catch (cause) {
      throw new Error(`the page never showed "${text}", but: ${await this.text()}`, { cause });
    }
  }

  text(): Promise<string> {
    return this.page.evaluate('document.body.innerText') as Promise<string>;
  }

  /** Clicks on a button once it is there and enabled. */
  async click(text: string): Promise<void> {
    await this.page.waitForFunction(`(() => {
      const named = (each) => each.textContent === ${JSON.stringify(text)} && !each.disabled;
      const button = [...document.querySelectorAll('button')].find(named);
      button?.click();
      return button !== undefined;
    })()`);
  }

  /**
   * Clicks on an element once it is there, enabled and not covered. All of that in one task of the page: an answer of the
   * gateway may replace or move the element between two of them, and a click of the mouse then meets another one.
   */
  async clickOn(selector: string): Promise<void> {
    await until(async () => {
      const element = await this.page.$(selector);
      return element !== null && (await element.evaluate(clickHere));
    });
  }

  /** Gives a field another value once it is there and enabled, also while the page moves. */
  async fill(selector: string, value: string): Promise<void> {
    await until(async () => {
      const field = await this.page.$(selector);
      return field !== null && (await field.evaluate(fillHere, value));
    });
  }

  /** Writes a text into the search box in place of the one before, and sends it. */
  async search(text: string): Promise<void> {
    await this.fill('input[type=search]', text);
    await this.page.keyboard.press('Enter');
  }

  /** Faults of the page as it is, at each width and in each colour scheme. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    const axe = await AxeWorld.open(this.page);
    for (const width of WIDTHS) {
      await this.page.setViewport({ width, height: 900 });
      const overflow = (await this.page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )) as number;
      if (overflow > 0) faults.push(`${width} px: ${overflow} px too wide`);
      for (const [value, rules] of SCHEMES) {
        await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        for (const fault of await axe.violations(rules)) faults.push(`${width} px ${value}: ${fault}`);
      }
    }
    await axe.close();
    return faults;
  }
}
