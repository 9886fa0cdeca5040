import { ConsolePage } from './console-pages';
import { FreshStart } from './fresh-start';

/** Address behind the network, and a text that is there once the view has its data. */
const VIEWS = [
  ['', 'Latest actions'],
  ['market/btcusdt/dave', 'cancel'],
  ['lending', 'Loss of the pools'],
  ['tools/transfer', 'Compose a proposal'],
  ['development', 'Liquidate it'],
] as const;

/** Everything that a pointer can use, but those in closed parts of the page. */
const USABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex="0"]';

describe('the console by keyboard', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000' });
    // Rows neither come nor go.
    for (const offset of [2, 3])
      await fetch(`${fresh.urlAt(offset)}/devchain/pause-simulation`, { method: 'POST', body: '{}' });
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, fresh.url);
    await shown.page.bringToFront();
  });
  afterEach(() => shown.page.close());

  const settled = () =>
    shown.page.waitForFunction(
      `document.querySelector('#content h1') && !document.body.innerText.includes('Loading…')`,
    );

  it.each(VIEWS)(
    'each control of the view /%s is reached by Tab, and shows that it has the focus',
    async (path, text) => {
      await shown.goto(`/console/mainnet/${path}`, text);
      await settled();
      // A mark on each control: the page may draw it again meanwhile.
      const all = (await shown.page.evaluate(`(() => {
      const controls = [...document.querySelectorAll(${JSON.stringify(USABLE)})];
      return controls.filter((each) => each.checkVisibility()).length;
    })()`)) as number;
      let reached = 0;
      for (; reached <= all; reached += 1) {
        await shown.page.keyboard.press('Tab');
        const focus = (await shown.page.evaluate(`(() => {
        const { activeElement: each } = document;
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return [each.tagName, outlineStyle, outlineWidth, each.outerHTML.slice(0, 120)];
      })()`)) as [string, string, string, string];
        if (focus[0] === 'BODY') break;
        expect(focus).toEqual([focus[0], expect.not.stringMatching('none'), '3px', focus[3]]);
      }
      expect(reached).toBe(all);
    },
  );

  it('the first Tab offers the content, and a link leads the next key to the new view', async () => {
    await shown.goto('/console/mainnet', 'Head block');
    await settled();
    await shown.page.keyboard.press('Tab');
    expect(await shown.page.evaluate('document.activeElement.textContent')).toContain('Skip to the content');
    await shown.page.keyboard.press('Enter');
    await shown.page.keyboard.press('Tab');
    const isInContent = `document.querySelector('#content').contains(document.activeElement)`;
    expect(await shown.page.evaluate(isInContent)).toBe(true);
    await shown.page.focus('main a[href$="/market/btcusdt"]');
    await shown.page.keyboard.press('Enter');
    await shown.shows('Order book');
    expect(await shown.page.evaluate('document.activeElement.id')).toBe('content');
    await shown.page.keyboard.press('Tab');
    expect(await shown.page.evaluate(isInContent)).toBe(true);
  });

  it('a click on an id copies it, and the page says so', async () => {
    await fresh.browser
      .defaultBrowserContext()
      .overridePermissions(fresh.url, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    const copied = async (path: string, selector: string): Promise<string> => {
      await shown.goto(`/console/mainnet/${path}`, 'Chain Tool Gateway');
      const id = await shown.page.waitForSelector(selector);
      const text = await id!.evaluate(({ textContent }) => textContent);
      // Watched in the page from before the click: the note may be gone before a look from here.
      await shown.page.evaluate(`(() => {
        globalThis.noted = new Promise((resolve) => {
          const look = () => document.body.innerText.includes('Copied') && resolve();
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
        });
      })()`);
      await shown.clickOn(selector);
      await shown.page.evaluate('noted');
      expect(await shown.page.evaluate('navigator.clipboard.readText()')).toBe(text);
      return text;
    };
    expect(await copied('', 'xpath///dt[text()="Chain id"]/../dd/button')).toMatch(/^[0-9a-f]{64}$/);
    expect(await copied('account/alice', '.tree button')).toMatch(/^PUB_K1_\w+$/);
  });
});
