// `npm run test:browser`: executes every example of the Swagger page in a real browser against a fresh start.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureChromium } from './setup/chromium.mjs';
import { prepare, ROOT } from './setup.mjs';

await prepare('all');
await ensureChromium();

const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
    '--config',
    'jest.browser.config.js',
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
