import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrivateKey } from '@wharfkit/antelope';
import { fileAbove } from '@app/program';
import { API_DOCUMENT } from '../harness/api-document';
import { transfer } from '../harness/node/test-chain';
import { freePorts } from '../harness/process/ports';
import { type App, folderOf } from '../harness/process/programs';
import { runProgram } from '../harness/process/run-program';
import { developmentKey } from '../harness/signing/sign-digest';
import { SigningClient } from '../harness/signing/signing-client';
import { until } from '../harness/until';

/** An account of the genesis with bitcoin. */
const SENDER = 'alice';

/** The folders of the programs alone, below no package and no checkout. */
const alone = realpathSync(mkdtempSync(path.join(tmpdir(), 'programs-')));
const children: ChildProcess[] = [];
const folders = new Map<App, string>();

/** Starts the program in its copied folder, from another current folder, and resolves to the URL that it prints. */
async function start(app: App, env: NodeJS.ProcessEnv): Promise<string> {
  const main = path.join(folders.get(app)!, 'main.js');
  const child = spawn(process.execPath, [main], { cwd: '/', env: { PATH: process.env.PATH, ...env } });
  children.push(child);
  let output = '';
  const listens = new RegExp(`${app}.* listening on (http:\\S+)`);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(child, 'close').then(() => Promise.reject(new Error(output)));
  while (!listens.test(output)) await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return listens.exec(output)![1]!.split(',')[0]!;
}

interface ApiDocument {
  readonly paths: object;
  readonly components: object;
}

/** Descriptions name the networks of a gateway. */
const apiDocument = (text: string): ApiDocument =>
  JSON.parse(text, (key, value: unknown) => (key === 'description' ? undefined : value)) as ApiDocument;

const textOf = async (url: string, init?: RequestInit): Promise<string> => {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${String(answer.status)} ${await answer.text()}`);
  return answer.text();
};

describe('programs alone in their folders', () => {
  const urls = {} as Record<App, string>;

  beforeAll(async () => {
    expect(fileAbove(alone, 'package.json')).toBeUndefined();
    for (const app of ['gateway', 'devchain', 'history'] as const) {
      folders.set(app, path.join(alone, app));
      cpSync(folderOf(app), path.join(alone, app), { recursive: true });
    }
    const shipPort = await freePorts();
    urls.devchain = await start('devchain', {
      DEVCHAIN_PORT: '0',
      DEVCHAIN_SHIP_PORT: String(shipPort),
      DEVCHAIN_NAME: 'mainnet',
      DEVCHAIN_SIMULATION: 'off',
    });
    urls.history = await start('history', {
      HISTORY_SHIP_URL: `ws://127.0.0.1:${shipPort}`,
      HISTORY_CHAIN_URL: urls.devchain,
      HISTORY_PORT: '0',
      HISTORY_MANAGEMENT_PORT: '0',
    });
    urls.gateway = await start('gateway', {
      PORT: '0',
      MANAGEMENT_PORT: '0',
      DEVCHAIN_PORT: new URL(urls.devchain).port,
    });
  });
  afterAll(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    }
    rmSync(alone, { recursive: true });
  });

  it.each([
    ['devchain', '/devchain/docs/'],
    ['gateway', '/docs/'],
    ['history', '/v2/docs/'],
  ] as const)('the page of the API is complete: %s%s', async (app, page) => {
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png', 'initializer.js'])
      expect((await textOf(`${urls[app]}${page}${name}`)).length).toBeGreaterThan(100);
  });

  it.each([
    ['devchain', 'main.js'],
    ['gateway', 'main.js'],
    ['history', 'main.js'],
    ['history', 'indexer.worker.js'],
  ] as const)('V8 keeps one byte for each character of a program: %s/%s', (app, file) => {
    const beyondAscii = /[^\0-\x7f].{0,40}/.exec(readFileSync(path.join(folders.get(app)!, file), 'utf8'));
    expect(beyondAscii).toBeNull();
  });

  it('a program serves its client script of the stream: gateway and history node', async () => {
    for (const app of ['gateway', 'history'] as const)
      expect(await textOf(`${urls[app]}/stream-client.js`)).toContain('HyperionStreamClient');
  });

  it('the gateway serves the console: its page, and the files that the page names', async () => {
    const page = await textOf(`${urls.gateway}/`, { headers: { accept: 'text/html' } });
    const assets = [...page.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, asset]) => asset!);
    expect(assets).toEqual(expect.arrayContaining([expect.stringMatching(/main-\w+\.js$/)]));
    for (const asset of assets) expect(await textOf(`${urls.gateway}${asset}`)).not.toBe('');
  });

  it('the notices of the gateway are also those of the packages in its console', () => {
    const notices = readFileSync(path.join(folders.get('gateway')!, 'LICENSES-OF-PACKAGES.txt'), 'utf8');
    const names = [...notices.matchAll(/^(\S+) [\d.]+ \(MIT.*\)\n[^]{1,200}Permission is hereby granted/gm)];
    expect(names.map(([, name]) => name)).toEqual(
      expect.arrayContaining(['preact', '@preact/signals', '@preact/signals-core', 'uqr']),
    );
  });

  it('the gateway describes its API with the names and rules of the sources', async () => {
    const printed = apiDocument(readFileSync(API_DOCUMENT, 'utf8'));
    const served = apiDocument(await textOf(`${urls.gateway}/docs/openapi.json`));
    expect(served.paths).toEqual(printed.paths);
    expect(served.components).toEqual(printed.components);
  });

  it('the gateway checks the input of a tool, and answers from the chain', async () => {
    const ask = (body: object) =>
      fetch(`${urls.gateway}/v1/tools/get_account`, { method: 'POST', body: JSON.stringify(body) });
    const refused = await ask({ account: SENDER, acount: 'bob' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('acount')]);
    expect((await ask({ account: SENDER })).status).toBe(200);
  });

  it('the development chain executes a signed transaction, and the history node indexes it', async () => {
    const client = new SigningClient(urls.devchain);
    const key = PrivateKey.from(await developmentKey(urls.devchain, SENDER));
    const pushed = await client.transact<{ transaction_id: string }>(
      [transfer(SENDER, 'bob', '0.00000001 BTC')],
      [key],
    );
    const route = `${urls.history}/v2/history/get_transaction?id=${pushed.json.transaction_id}`;
    await until(async () => (await textOf(route)).includes('"executed":true'));
  });

  it('npm run profile:check compares a profile with the chain', async () => {
    const program = path.join(folders.get('gateway')!, 'profile-check.js');
    const { output } = await runProgram(process.execPath, [program], {
      cwd: '/',
      env: { DEVCHAIN_PORT: new URL(urls.devchain).port, NODE_ENV: '' },
    });
    expect(output).toMatch(/^mainnet against [^]*affected_set +ok\n[^]* entries match the chain/);
  });
});
