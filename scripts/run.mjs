// Runs one program of an app after setting up: `node scripts/run.mjs gateway profile-check --network mainnet`.
import { spawnSync } from 'node:child_process';
import { entryPoint, prepare, ROOT } from './setup.mjs';

await prepare();

const [app, program, ...args] = process.argv.slice(2);
// The paths on the command line of an archive are those of the caller; other programs read files of the checkout.
const cwd = program === 'archive' ? (process.env.INIT_CWD ?? process.cwd()) : ROOT;
const { status } = spawnSync(process.execPath, [entryPoint(app, program), ...args], {
  cwd,
  stdio: 'inherit',
});
process.exit(status ?? 1);
