// Runs one compiled program of an app after setting up: `node scripts/run.mjs gateway profile/profile-check --network mainnet`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { entryPoint, prepare, ROOT } from './setup.mjs';

await prepare();

const [app, program, ...args] = process.argv.slice(2);
const file = path.join(path.dirname(entryPoint(app)), `${program}.js`);
const { status } = spawnSync(process.execPath, ['--enable-source-maps', file, ...args], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
