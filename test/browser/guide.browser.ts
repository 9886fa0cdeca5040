import type { Browser, Page } from 'puppeteer-core';
import { type RunningGateway, startGateway } from '../harness/gateway/start-gateway';
import { openBrowser } from './open-browser';

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 900 };

describe('the guide in a browser', () => {
  let gateway: RunningGateway;
  let browser: Browser;
  let page: Page;
  const failures: string[] = [];
  beforeAll(async () => {
    gateway = await startGateway('http://127.0.0.1:9');
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(String(error)));
    page.on('console', (message) => failures.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(gateway.url)) failures.push(`request to ${request.url()}`);
    });
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });
  afterEach(() => {
    expect(failures).toEqual([]);
  });

  const open = (path: string) => page.goto(`${gateway.url}/docs/guide/${path}`);
  const shown = async () =>
    (await page.$$eval('#found li a', (links) => links.map((link) => link.innerText))) as string[];
  const search = async (text: string) => {
    await page.keyboard.press('/');
    await page.keyboard.type(text);
    await page.waitForSelector('#found li');
  };

  it('the guide is searched and read with the keyboard alone', async () => {
    await page.setViewport(WIDE);
    await open('');
    await search('place_order');
    expect((await shown())[0]).toMatch(/^place_order\s+Tools$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toBe(`${gateway.url}/docs/guide/reference/tools.html#place_order`);
    await page.keyboard.press('/');
    await page.keyboard.type('zzzz nothing');
    await page.waitForSelector('::-p-text(Nothing has)');
    await page.keyboard.press('Escape');
    expect(await page.$('#found[hidden]')).not.toBeNull();
  });

  it('the search says that it cannot be used where its index is not there, and works once it is', async () => {
    await page.setRequestInterception(true);
    let isLost = true;
    page.on('request', (request) => {
      if (isLost && request.url().endsWith('search-index.json')) void request.respond({ status: 503 });
      else void request.continue();
    });
    await open('how-to/console.html');
    await page.keyboard.press('/');
    await page.keyboard.type('loan');
    await page.waitForSelector('::-p-text(The search cannot be used)');
    isLost = false;
    // The browser itself names the answer that was lost.
    failures.splice(0);
    await page.keyboard.type('s');
    await page.waitForSelector('#found li');
    page.removeAllListeners('request');
    await page.setRequestInterception(false);
  });

  it.each([
    '',
    'reference/tools.html',
    'reference/configuration.html',
    'project/security.html',
    'tutorials/trading-bot.html',
  ])(
    'a page of the guide is no wider than a telephone, and its navigation is closed there: %s',
    async (path) => {
      await page.setViewport(NARROW);
      await open(path);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
      expect(await page.$('.menu[open]')).toBeNull();
      await page.setViewport(WIDE);
      await page.waitForSelector('.menu[open]');
    },
  );

  it('the guide is dark where the system is, and its text can be read there', async () => {
    const colours = async (scheme: 'dark' | 'light') => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      return page.evaluate(
        '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]',
      );
    };
    await open('tutorials/first-transfer.html');
    const light = await colours('light');
    const dark = await colours('dark');
    expect(light).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    expect(dark).toEqual(['rgb(255, 255, 255)', 'rgb(20, 23, 28)']);
  });

  it('the guide is read without scripts: each page is in its navigation', async () => {
    await page.setJavaScriptEnabled(false);
    await open('');
    const links = await page.$$('a[href="reference/mcp.html"]');
    expect(await links[0]!.isVisible()).toBe(true);
    await page.setJavaScriptEnabled(true);
  });
});
