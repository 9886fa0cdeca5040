// Runs one program of an app after setting up: `node scripts/run.mjs gateway profile-check --network mainnet`.
import { spawnSync } from 'node:child_process';
import { entryPoint, prepare, ROOT } from './setup.mjs';

await prepare();

const [app, program, ...args] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [entryPoint(app, program), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
