// `npm run test:browser`: executes every example of the Swagger page in a real browser against a fresh start.
import { ensureChromium } from './setup/chromium.mjs';
import { runJest } from './setup/jest.mjs';
import { prepare } from './setup.mjs';

await prepare('all');
await ensureChromium('The browser tests');
await runJest(['--config', 'jest.browser.config.js', ...process.argv.slice(2)]);
