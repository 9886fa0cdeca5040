// One run of the product: reads the command line, prepares, and runs the programs until one ends or the user stops them.
import { writeFileSync } from 'node:fs';
import { manifest } from '../setup/packed.mjs';
import { giveUp, silenceProgress } from '../setup/terminal.mjs';
import { createOutput } from '../terminal/output.mjs';
import { applySettings, chainsEnvironment, developmentChains, historyNode } from './environment.mjs';
import { FlagError, helpText, readFlags } from './flags.mjs';
import { NODE_OPTIONS } from './node-options.mjs';
import { openBrowser } from './open-browser.mjs';
import { Processes } from './processes.mjs';
import { settlePorts, socketsOf } from './sockets.mjs';
import { fundedAccounts, networkStates, waitsOf } from './status.mjs';

function readCommandLine({ mode, args, folder }) {
  try {
    return readFlags(args, mode, folder);
  } catch (error) {
    if (error instanceof FlagError) giveUp(`${error.message}\nAll flags: --help`);
    throw error;
  }
}

function printAndExit(text) {
  process.stdout.write(text);
  process.exit(0);
}

function plan(isGateway) {
  const chains = developmentChains(isGateway);
  return { chains, history: isGateway ? historyNode(chains) : undefined };
}

async function settle({ isGateway, command, env, flags }) {
  applySettings(env, { base: flags.ports });
  await settlePorts({
    sockets: () => socketsOf({ isGateway, ...plan(isGateway) }),
    canMove: process.stdout.isTTY && !flags.json && process.env.NODE_ENV !== 'production',
    command,
  });
}

/** The facts of the banner, when the processes listen on these URLs. */
async function factsOf(chains, [chainUrls, gatewayUrl, historyUrls]) {
  const histories = historyUrls === undefined ? [] : historyUrls.split(',');
  const networks =
    gatewayUrl === undefined ? [] : await networkStates(gatewayUrl, waitsOf({ chains, histories }));
  const running = await Promise.all(
    chains.map(async ({ name }, index) => {
      const url = chainUrls[index];
      return { name, url, accounts: await fundedAccounts(url) };
    }),
  );
  return { chains: running, networks, gatewayUrl, histories };
}

function report({ flags, output, run }) {
  const { chains, gatewayUrl } = run;
  if (flags['accounts-out']) {
    const accounts = Object.fromEntries(chains.map(({ name, accounts: funded }) => [name, funded]));
    writeFileSync(flags['accounts-out'], `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  }
  output.started(run);
  if (flags.open)
    openBrowser(gatewayUrl ? `${gatewayUrl}/` : `${chains[0].url}/devchain/docs`, output.errorLine);
}

/** Starts all processes; resolves to their URLs: of the chains, of the gateway and of the history node. */
async function launch({ isGateway, processes, chains, history, commit }) {
  const chainMarkers = chains.map(({ name }) => `devchain ${name} listening on`);
  const gatewayEnv = { ...history?.gatewayEnv, GIT_COMMIT: process.env.GIT_COMMIT || (commit() ?? '') };
  const programs = [
    chains.length > 0 && ['devchain', chainsEnvironment(chains), chainMarkers],
    isGateway && ['gateway', gatewayEnv, ['gateway listening on']],
    history && ['history', history.env, ['history listening on']],
  ];
  const [chainUrls = [], gatewayUrls = [], historyUrls = []] = await Promise.all(
    programs.map((program) => {
      if (!program) return undefined;
      const [app, env, markers] = program;
      return processes.launch(app, app, { MALLOC_ARENA_MAX: '2', ...env }, markers, NODE_OPTIONS[app]);
    }),
  );
  return [chainUrls, gatewayUrls[0], historyUrls[0]];
}

/**
 * Resolves when the processes have been started.
 * @param mode `gateway` or `devchain`: the chains alone
 * @param args of the user; relative paths in them are below `folder`
 * @param command of messages, before its flags: `npm start --`
 * @param prepare makes the programs, and may restart this script on another Node
 * @param commit returns the commit of the programs, or undefined
 * @param moreHelp what follows the flags in the help
 */
export async function runProduct({ mode, args, folder, command, prepare, commit, moreHelp = '' }) {
  const isGateway = mode === 'gateway';
  const { env, flags } = readCommandLine({ mode, args, folder });
  if (flags.help) printAndExit(helpText(mode, command) + moreHelp);
  if (flags.version) {
    printAndExit(`${manifest().version}\n`);
  }
  if (flags.quiet || flags.json) silenceProgress();
  // Node below 20.12 reads no .env: there, the run on the Node that gets installed does this.
  if (process.loadEnvFile) await settle({ isGateway, command, env, flags });
  await prepare();

  const startedAt = performance.now();
  const { chains, history } = plan(isGateway);
  const output = createOutput(flags);
  const processes = new Processes(output.line, output.errorLine);
  // Not awaited: a process that ends before it is ready would block the script forever.
  launch({ isGateway, processes, chains, history, commit })
    .then((urls) => factsOf(chains, urls))
    .then((facts) => report({ flags, output, run: { ...facts, readyMs: performance.now() - startedAt } }))
    .catch((error) => {
      if (!processes.isStopping) processes.fail(`Started, but the rest failed: ${error.message}`);
    });
}
