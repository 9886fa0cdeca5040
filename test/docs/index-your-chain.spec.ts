import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Product } from '../harness/process/product';
import { until } from '../harness/until';
import { pageText, printedProgram, RunningProgram } from './support/printed-program';

const PAGE = 'tutorials/index-your-chain.md';
const READY = 'history listening on ';

/** Flags that the page gives to `npm run history`. */
const [, FLAGS = ''] = /^npm run history -- (.+)$/m.exec(pageText(PAGE)) ?? [];
const CALLS = [...pageText(PAGE).matchAll(/^curl -s '?(http:[^'\s]+)'?$/gm)].map(([, url]) => url!);

describe('the commands of docs/tutorials/index-your-chain.md', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-your-chain-'));
  let chain: Product;
  let history: Product;
  let addresses: Record<string, string>;

  const used = (text: string): string =>
    Object.entries(addresses).reduce((all, [printed, other]) => all.replaceAll(printed, other), text);
  /** `npm run history` with the flags of the page. */
  const runHistory = async (): Promise<Product> => {
    const env = { HISTORY_PORT: new URL(addresses['http://127.0.0.1:7000']!).port };
    const started = await Product.launch(env, used(FLAGS).split(' '), 'history');
    await started.printed(READY);
    return started;
  };

  beforeAll(async () => {
    chain = await Product.launch({}, [], 'devchain');
    const { devchain, stateHistory, history: port } = chain.ports;
    addresses = {
      'http://127.0.0.1:7000': `http://127.0.0.1:${port}`,
      'http://127.0.0.1:8888': `http://127.0.0.1:${devchain}`,
      'ws://127.0.0.1:8988': `ws://127.0.0.1:${stateHistory}`,
      ' .history': ` ${folder}`,
    };
    await chain.printed('Ctrl-C stops everything');
    history = await runHistory();
  });
  afterAll(async () => {
    await history.ended('SIGTERM');
    await chain.ended('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  it.each(CALLS)('the history node answers %s', async (url) => {
    const answer = await fetch(used(url));
    const known = url.endsWith('/health')
      ? { health: expect.any(Array) as unknown[] }
      : { last_indexed_block: expect.any(Number) as number };
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 200, body: known });
  });

  it('the program watches a payment until it is irreversible', async () => {
    const { 'http://127.0.0.1:7000': historyUrl, 'http://127.0.0.1:8888': chainUrl } = addresses;
    const program = new RunningProgram(
      'watch-payments',
      printedProgram(PAGE, { 'http://127.0.0.1:7000': historyUrl!, 'http://127.0.0.1:8888': chainUrl! }),
    );
    expect({ code: await program.ended(), output: program.output }).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^dave pays [\d.]+ BTC to alice in block \d+\nirreversible\nalice got [1-9]\d* payments, [1-9]\d* satoshis\n$/,
      ) as string,
    });
  });

  it('the history is kept over a restart, also while the node is down', async () => {
    const search = used('http://127.0.0.1:7000/v2/history/get_actions?filter=btc.token:transfer&sort=asc');
    const actions = async () => ((await (await fetch(search)).json()) as { actions: object[] }).actions;
    await until(async () => (await actions()).length > 9, 200);
    const before = await actions();
    expect(await history.ended('SIGINT')).toBe(0);
    await chain.ended('SIGTERM');
    history = await runHistory();
    expect(await actions()).toEqual(before);
  });
});
