// `npm run docs:screenshots`: starts the product on free ports and writes the pictures of docs/how-to/console.md.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { ensureProgram, isOnPath } from './setup/apt.mjs';
import { giveUp, prepare, ROOT } from './setup.mjs';

const FOLDER = path.join(ROOT, 'docs', 'pictures');
const MAX_BYTES = 150_000;
const WIDTH = 1_100;
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Name of the file, path of the view, a text that is there once the view has its data, height. */
const PICTURES = [
  ['overview', '/console/mainnet', 'Latest actions', 900],
  ['market', '/console/mainnet/market/btcusdt', 'within 2.00 %', 760],
  ['lending', '/console/mainnet/lending', 'Queued loan requests', 1_000],
  ['account', '/console/mainnet/account/dave', 'Open orders', 900],
];

await prepare('all');
await ensureProgram({
  commands: COMMANDS,
  packages: ['chromium'],
  purpose: 'The pictures need Chromium or Chrome',
});

const executablePath = execFileSync('which', [COMMANDS.find(isOnPath)], { encoding: 'utf8' }).trim();

/** The first of nine free ports, as far as one can know. */
function freeBase() {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
}

/** Resolves when the product is ready. */
function started(base) {
  const product = spawn(process.execPath, ['scripts/start.mjs', '--ports', String(base)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    product.stdout.on('data', (text) => {
      if (String(text).includes('Ctrl-C')) resolve(product);
    });
    product.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
  });
}

async function take(browser, base) {
  const page = await browser.newPage();
  for (const [name, view, text, height] of PICTURES) {
    await page.setViewport({ width: WIDTH, height });
    await page.goto(`http://127.0.0.1:${base}${view}`);
    await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`);
    await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
  }
}

mkdirSync(FOLDER, { recursive: true });
const base = await freeBase();
const product = await started(base);
const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await take(browser, base);
} finally {
  await browser.close();
  product.removeAllListeners('exit');
  product.kill('SIGTERM');
}
for (const file of readdirSync(FOLDER)) {
  const { size } = statSync(path.join(FOLDER, file));
  if (size > MAX_BYTES) giveUp(`${file} has ${size} bytes, more than ${MAX_BYTES}`);
}
