// `npm run history`: installs and builds, then runs a history node beside a node of the user.
import { spawn } from 'node:child_process';
import { entryPoint, giveUp, prepare, ROOT } from './setup.mjs';
import { applySettings } from './start/environment.mjs';
import { FlagError, helpText, readFlags } from './start/flags.mjs';
import { historySockets, settlePorts } from './start/sockets.mjs';

function readCommandLine() {
  try {
    return readFlags(process.argv.slice(2), 'history', process.env.INIT_CWD ?? process.cwd());
  } catch (error) {
    if (error instanceof FlagError) giveUp(`${error.message}\nAll flags: --help`);
    throw error;
  }
}

const { env, flags } = readCommandLine();
if (flags.help) {
  process.stdout.write(helpText('history', 'npm run history --'));
  process.exit(0);
}

/** An index serves its management port alone. */
function chainCount({ HISTORY_ROLE: role, HISTORY_SHIP_URL: ship, HISTORY_DATABASE_URL: databases }) {
  if (role === 'index') return 0;
  return ((role === 'serve' ? databases : ship) ?? '').split(',').length;
}

// Node below 20.12 reads no .env: there, the run on the Node that gets installed does this.
if (process.loadEnvFile) {
  applySettings(env, { base: flags.ports });
  await settlePorts({
    sockets: () => historySockets(chainCount(process.env)),
    canMove: process.stdout.isTTY && process.env.NODE_ENV !== 'production',
    command: 'npm run history --',
  });
}
await prepare();

const child = spawn(process.execPath, [entryPoint('history')], {
  cwd: ROOT,
  stdio: 'inherit',
  detached: true,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('close', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
