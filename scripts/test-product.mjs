// `npm run test:product`: the files of `npm run test:browser` and of `npm run test:examples` in one run, in which no worker
// waits for the last file of a suite.
import { ensureChromium } from './setup/chromium.mjs';
import { prepareExamples } from './setup/example-tools.mjs';
import { runJest } from './setup/jest.mjs';
import { prepare } from './setup.mjs';

await prepare('all');
await ensureChromium('The browser tests');
await prepareExamples();
await runJest(['--config', 'jest.product.config.js', ...process.argv.slice(2)]);
