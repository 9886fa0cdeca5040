// `npm run docs:screenshots`: starts the product on free ports and writes the pictures of docs/how-to/console.md.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { ensureChromium, launchOptions } from './setup/chromium.mjs';
import { freshProduct } from './setup/fresh-product.mjs';
import { giveUp, prepare, ROOT } from './setup.mjs';

const FOLDER = path.join(ROOT, 'docs', 'pictures');
const MAX_BYTES = 150_000;
const WIDTH = 1_200;
/** Name of the file, path of the view, a text that is there once the view has its data, height, panel at the top. */
const PICTURES = [
  ['overview', '/console/mainnet', 'Latest actions', 900],
  ['market', '/console/mainnet/market/btcusdt', 'within 2.00 %', 540, 'Order book'],
  ['lending', '/console/mainnet/lending', 'Queued loan requests', 1_000],
  ['account', '/console/mainnet/account/dave', 'Open orders', 900],
];

await prepare('all');
const executablePath = await ensureChromium('The pictures');

async function take(browser, url) {
  const page = await browser.newPage();
  for (const [name, view, text, height, top] of PICTURES) {
    await page.setViewport({ width: WIDTH, height });
    await page.goto(url + view);
    // Not the words of a panel that waits for its first answer or for the stream, or of a number that takes two.
    await page.waitForFunction(
      `document.querySelector("#content") !== null && document.body.innerText.includes(${JSON.stringify(text)}) && !/Loading|polling|^\\u2026$/m.test(document.body.innerText)`,
    );
    if (top !== undefined)
      await page.evaluate(
        `[...document.querySelectorAll('.panel')].find((each) => each.querySelector('h2').innerText === ${JSON.stringify(top)}).scrollIntoView()`,
      );
    await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
  }
}

mkdirSync(FOLDER, { recursive: true });
const product = await freshProduct();
const browser = await puppeteer.launch(launchOptions(executablePath));
try {
  await take(browser, product.url);
} finally {
  await browser.close();
  await product.stop();
}
for (const file of readdirSync(FOLDER)) {
  const { size } = statSync(path.join(FOLDER, file));
  if (size > MAX_BYTES) giveUp(`${file} has ${size} bytes, more than ${MAX_BYTES}`);
}
