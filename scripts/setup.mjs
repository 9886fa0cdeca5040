// What both `npm start` and `npm test` need before anything else. Plain JavaScript without dependencies:
// in a fresh clone it runs before anything is installed, on whatever Node the machine has.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const REQUIRED_NODE_MAJOR = 24;
const LOCAL_NODE = path.join(ROOT, 'node_modules', '.bin', 'node');
/** npm writes it when an install is complete. */
const INSTALL_MARK = path.join(ROOT, 'node_modules', '.package-lock.json');

/** The compiled entry point of an app; `npm run build` always writes both anew. */
export const entryPoint = (app) => path.join(ROOT, 'dist', app, 'apps', app, 'src', 'main.js');
const SOURCES = ['apps', 'libs', 'nest-cli.json', 'package.json', 'tsconfig.json'];

const say = (text) => process.stderr.write(`${text}\n`);

/** Ends the script with a message a person can act on, never a stack. */
export function giveUp(message) {
  say(`\n${message}`);
  process.exit(1);
}

function succeeds(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (error) say(`${command}: ${error.message}`);
  return status === 0;
}

const modifiedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

export function ensureInstalled() {
  const installed = modifiedAt(INSTALL_MARK);
  if (installed > 0 && installed >= modifiedAt(path.join(ROOT, 'package-lock.json'))) return;
  const modules = path.join(ROOT, 'node_modules');
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    giveUp(
      'node_modules is a link to another folder, and its packages are not those of the lock file: remove the link.',
    );
  }
  say('Installing dependencies (once, about a minute) ...');
  // The mark goes first: an install that is interrupted begins again.
  rmSync(INSTALL_MARK, { force: true });
  rmSync(modules, { recursive: true, force: true });
  // npm hands its own settings down to scripts, `production` among them: development needs the build tools.
  const include = ['--include=dev', '--include=optional'];
  if (succeeds('npm', ['ci', ...include])) return;
  // The lock file may lack optional packages of a platform it was not made on, which `npm ci` refuses.
  say('`npm ci` refused the lock file on this platform; installing the same versions with `npm install` ...');
  if (!succeeds('npm', ['install', '--no-save', ...include]))
    giveUp('npm install failed: see its message above.');
}

/**
 * Runs the calling script again on the Node 24 that came with the dependencies, where this one is older.
 * Resolves only when nothing has to be done; else the process ends with what the other one ended with.
 */
export async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= REQUIRED_NODE_MAJOR) return;
  if (!existsSync(LOCAL_NODE)) {
    giveUp(
      `Node ${REQUIRED_NODE_MAJOR} or newer is needed; this is ${process.version}, and none came with the packages.`,
    );
  }
  const child = spawn(LOCAL_NODE, process.argv.slice(1), { stdio: 'inherit' });
  // This process stands between: what it is told, the other one is told.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.exit(code ?? 1);
}

function newest(entry) {
  const stat = statSync(entry);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time moves when a file is removed from it.
  return readdirSync(entry).reduce(
    (latest, name) => Math.max(latest, newest(path.join(entry, name))),
    stat.mtimeMs,
  );
}

export function ensureBuilt() {
  const sources = Math.max(...SOURCES.map((entry) => newest(path.join(ROOT, entry))));
  if (Math.min(...['gateway', 'devchain'].map((app) => modifiedAt(entryPoint(app)))) >= sources) return;
  say('Building ...');
  if (!succeeds('npm', ['run', '--silent', 'build'])) giveUp('The build failed: see its message above.');
}

const found = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

/** The tests count requests in a real Redis. */
export function ensureRedis() {
  if (found('redis-server')) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && found('apt-get')) {
    say('Installing redis-server (the tests use a real one) ...');
    try {
      execFileSync('apt-get', ['update'], { stdio: ['ignore', 'ignore', 2] });
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], {
        stdio: ['ignore', 'ignore', 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    } catch (error) {
      say(String(error));
    }
  }
  if (!found('redis-server')) {
    giveUp(
      'The tests need redis-server on the PATH. Install it: `apt-get install redis-server` (Debian, Ubuntu), `brew install redis` (macOS).',
    );
  }
}
