// Times and memory of the console in a browser.
import { setTimeout } from 'node:timers/promises';

const COMPLETE = ['Head block', 'Best bid', 'Lending pools', 'Latest actions'];
const SETTLE_MS = 10_000;
const MB = 2 ** 20;

/** Notes in the page when all texts of the first view are there, and the tables have rows. */
const NOTE_COMPLETE = `
  new MutationObserver((_changes, observer) => {
    const text = document.body?.innerText ?? '';
    const isComplete = ${JSON.stringify(COMPLETE)}.every((each) => text.includes(each)) &&
      document.querySelectorAll('table').length >= 2 && !text.includes('Loading…');
    if (!isComplete) return;
    window.completeMs = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;
/** The names of threads, and each task of a thread with its duration and CPU time, in microseconds. */
const TRACE = { categories: ['__metadata', 'toplevel', 'disabled-by-default-devtools.timeline'] };

/** Durations of the tasks of the pages' main threads in a trace, longest first, with their CPU time: `{ ms, cpu_ms }`. */
function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(Buffer.from(trace).toString());
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mainThreads.has(`${pid} ${tid}`))
    .map(({ dur, tdur = dur }) => ({ ms: dur / 1_000, cpu_ms: tdur / 1_000 }))
    .sort((one, other) => other.ms - one.ms);
}

/** A first visit, with no file in a cache: milliseconds from navigation to the complete first view, and of CPU. */
async function firstView(browser, url, slowdown) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.emulateCPUThrottling(slowdown);
  await page.evaluateOnNewDocument(NOTE_COMPLETE);
  await page.tracing.start(TRACE);
  await page.goto(`${url}/console/mainnet`);
  await page.waitForFunction('window.completeMs !== undefined');
  const ms = Math.round(await page.evaluate('window.completeMs'));
  const tasks = mainThreadTasks(await page.tracing.stop());
  await context.close();
  return { ms, cpu_ms: Math.round(tasks.reduce((sum, { cpu_ms }) => sum + cpu_ms, 0)) };
}

/** The smallest of the rounds counts: other processes on the machine only add to it. */
export async function firstViews(browser, url, { rounds, slowdown }) {
  const samples = { slow: [], full: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.slow.push(await firstView(browser, url, slowdown));
    samples.full.push(await firstView(browser, url, 1));
  }
  const least = (of, member) => Math.min(...of.map((sample) => sample[member]));
  return {
    ...{ slowdown, least_ms: least(samples.slow, 'ms'), least_ms_at_full_speed: least(samples.full, 'ms') },
    least_cpu_ms_at_full_speed: least(samples.full, 'cpu_ms'),
  };
}

/**
 * Tasks of the market's page while its book changes, without those of loading it. Processes beside the browser make a
 * task longer, but not its CPU time.
 */
export async function longTasks(browser, url, { seconds, slowdown }) {
  const page = await browser.newPage();
  await page.emulateCPUThrottling(slowdown);
  await openMarket(page, url);
  await page.tracing.start(TRACE);
  await setTimeout(seconds * 1_000);
  const tasks = mainThreadTasks(await page.tracing.stop());
  await page.close();
  return {
    ...{ slowdown, seconds, longest_ms: tasks.slice(0, 5).map(({ ms }) => Math.round(ms)) },
    most_cpu_ms: Math.round(Math.max(...tasks.map(({ cpu_ms }) => cpu_ms))),
  };
}

async function openMarket(page, url) {
  await page.goto(`${url}/console/mainnet/market/btcusdt`);
  await page.waitForFunction(`document.body.innerText.includes('within 2.00 %')`);
  await setTimeout(SETTLE_MS);
}

/** Heap of the market's page after a collection, at the beginning and after each minute. */
export async function heapOverTime(browser, url, minutes) {
  const page = await browser.newPage();
  await openMarket(page, url);
  const session = await page.createCDPSession();
  const heapBytes = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const samples = [await heapBytes()];
  for (let minute = 0; minute < minutes; minute += 1) {
    await setTimeout(60_000);
    samples.push(await heapBytes());
  }
  const inMb = samples.map((bytes) => Math.round((bytes / MB) * 100) / 100);
  await page.close();
  return { minutes, heap_mb: inMb, growth_mb: Math.round((inMb.at(-1) - inMb[0]) * 100) / 100 };
}
