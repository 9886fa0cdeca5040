// `npm start`: installs and builds, then runs the development chains, their history node and the gateway as four
// processes until one ends or the user stops them. `npm run devchain` runs the chains without the gateway.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { giveUp, prepare, ROOT, silenceProgress } from './setup.mjs';
import { applySettings, checkoutCommit, developmentChains, historyNode } from './start/environment.mjs';
import { FlagError, helpText, readFlags } from './start/flags.mjs';
import { openBrowser } from './start/open-browser.mjs';
import { settlePorts, socketsOf } from './start/sockets.mjs';
import { Processes } from './start/processes.mjs';
import { fundedAccounts, networkStates, waitsOf } from './start/status.mjs';
import { createOutput } from './terminal/output.mjs';

// npm scripts pass the mode first; the other arguments are those of the user.
const isGateway = process.argv[2] !== 'devchain-only';
const mode = isGateway ? 'gateway' : 'devchain';

function readCommandLine() {
  try {
    return readFlags(process.argv.slice(isGateway ? 2 : 3), mode, process.env.INIT_CWD ?? process.cwd());
  } catch (error) {
    if (error instanceof FlagError) giveUp(`${error.message}\nAll flags: --help`);
    throw error;
  }
}

function printAndExit(text) {
  process.stdout.write(text);
  process.exit(0);
}

const { env, flags } = readCommandLine();
if (flags.help) printAndExit(helpText(mode));
if (flags.version) {
  printAndExit(`${JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version}\n`);
}
if (flags.quiet || flags.json) silenceProgress();

function plan() {
  const chains = developmentChains(isGateway);
  return { isGateway, chains, history: isGateway ? historyNode(chains) : undefined };
}

// Node below 20.12 reads no .env: there, the run on the Node that gets installed does this.
if (process.loadEnvFile) {
  applySettings(env, { base: flags.ports });
  await settlePorts({
    sockets: () => socketsOf(plan()),
    canMove: process.stdout.isTTY && !flags.json && process.env.NODE_ENV !== 'production',
    command: isGateway ? 'npm start' : 'npm run devchain',
  });
}
await prepare();

const startedAt = performance.now();
const { chains, history } = plan();
const output = createOutput(flags);
const processes = new Processes(output.line, output.errorLine);

async function started([chainUrls, gatewayUrl, historyUrls]) {
  const histories = historyUrls === undefined ? [] : historyUrls.split(',');
  const networks =
    gatewayUrl === undefined ? [] : await networkStates(gatewayUrl, waitsOf({ chains, histories }));
  const running = await Promise.all(
    chains.map(async ({ name }, index) => {
      const url = chainUrls[index];
      return { name, url, accounts: await fundedAccounts(url) };
    }),
  );
  const run = { chains: running, networks, gatewayUrl, histories, readyMs: performance.now() - startedAt };
  if (flags['accounts-out']) {
    const accounts = Object.fromEntries(running.map(({ name, accounts }) => [name, accounts]));
    writeFileSync(flags['accounts-out'], `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  }
  output.started(run);
  if (flags.open)
    openBrowser(gatewayUrl ? `${gatewayUrl}/` : `${chainUrls[0]}/devchain/docs`, output.errorLine);
}

// Saves 45 MB of 200; a few requests a second make little garbage, and need no code for speed.
const SMALL_MEMORY = {
  flags: ['--max-semi-space-size=2', '--optimize-for-size'],
  env: { MALLOC_ARENA_MAX: '2' },
};
const ready = [
  Promise.all(
    chains.map(({ name, env: chainEnv }) =>
      processes.launch(name, 'devchain', chainEnv, `devchain ${name} listening on`),
    ),
  ),
  isGateway
    ? processes.launch(
        'gateway',
        'gateway',
        { ...history?.gatewayEnv, GIT_COMMIT: process.env.GIT_COMMIT || (checkoutCommit() ?? '') },
        'gateway listening on',
      )
    : undefined,
  history &&
    processes.launch(
      'history',
      'history',
      { ...SMALL_MEMORY.env, ...history.env },
      'history listening on',
      SMALL_MEMORY.flags,
    ),
];

// Not awaited at the top level: a process that ends before it is ready would block it forever.
Promise.all(ready)
  .then(started)
  .catch((error) => {
    if (!processes.isStopping) processes.fail(`Started, but the rest failed: ${error.message}`);
  });
