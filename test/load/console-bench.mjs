// `npm run bench:console`: time of the first view, tasks and memory of a page whose book changes 20 times a second, and
// the cost of a start with the console. About 13 minutes; `-- --short` a preview of 3 minutes that saves nothing.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { ensureChromium, launchOptions } from '../../scripts/setup/chromium.mjs';
import { freshProduct } from '../../scripts/setup/fresh-product.mjs';
import { prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');
const executablePath = await ensureChromium('The measurements');

const { changeBook } = await import('./console/book-changes.mjs');
const { firstViews, heapOverTime, longTasks } = await import('./console/pages.mjs');
const { startCost } = await import('./console/start-cost.mjs');
const { machine } = await import('./machine.mjs');

const RESULTS = path.join(ROOT, 'test', 'load', 'results', 'console.json');
const isShort = process.argv.includes('--short');
const rounds = isShort ? 1 : 5;
const seconds = isShort ? 10 : 30;
const minutes = isShort ? 1 : 10;
const SLOWDOWN = 4;

/** Limits that the console must hold, by their names in the messages. */
const limits = ({ start, first_view, tasks, heap }) => [
  ['first start: ms longer', start.first_start_longer_ms, 1_000],
  ['first start: kB more', start.first_start_more_kb, 6_000],
  ['first view: ms of CPU, 4 times slower', SLOWDOWN * first_view.least_cpu_ms_at_full_speed, 1_000],
  ['longest task at full speed: ms of CPU', tasks[0].most_cpu_ms, 100],
  ['heap: MB more', heap.growth_mb, 5],
];

async function measurePages() {
  const product = await freshProduct();
  const browser = await puppeteer.launch(launchOptions(executablePath));
  try {
    const first_view = await firstViews(browser, product.url, { rounds, slowdown: SLOWDOWN });
    process.stderr.write(`first view: ${JSON.stringify(first_view)}\n`);
    const book = changeBook(product.chainUrl);
    const tasks = [];
    for (const slowdown of [1, SLOWDOWN])
      tasks.push(await longTasks(browser, product.url, { seconds, slowdown }));
    process.stderr.write(`tasks: ${JSON.stringify(tasks)}\n`);
    const heap = await heapOverTime(browser, product.url, minutes);
    process.stderr.write(`heap: ${JSON.stringify(heap)}\n`);
    return {
      first_view: { slowdown: SLOWDOWN, ...first_view },
      tasks,
      heap,
      book_changes: await book.stop(),
    };
  } finally {
    await browser.close();
    await product.stop();
  }
}

const start = await startCost(isShort ? 1 : 3);
process.stderr.write(`start: ${JSON.stringify(start)}\n`);
const results = { machine: machine(), load_average: loadavg(), start, ...(await measurePages()) };
for (const [name, value, most] of limits(results)) {
  process.stdout.write(`${name}: ${value}, at most ${most}\n`);
  if (value > most) process.exitCode = 1;
}
if (!isShort) writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
