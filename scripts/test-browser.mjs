// `npm run test:browser`: executes every example of the Swagger page in a real browser against a fresh start.
import { ensureProgram } from './setup/apt.mjs';
import { runJest } from './setup/jest.mjs';
import { prepare } from './setup.mjs';

await prepare('all');
await ensureProgram({
  // test/browser/open-browser.ts looks for the same names.
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  packages: ['chromium'],
  purpose: 'The browser tests need Chromium or Chrome',
});
await runJest(['--config', 'jest.browser.config.js', ...process.argv.slice(2)]);
