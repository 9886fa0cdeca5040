// `npm run test:browser`: executes every example of the Swagger page in a real browser against a fresh start.
// `npm run test:examples`: runs docs/examples in curl, Python and Go, and the Python client, against a fresh start.
// `npm run test:product`: the files of both in one run, in which no worker waits for the last file of a suite.
import { ensureChromium } from './setup/chromium.mjs';
import { prepareExamples } from './setup/example-tools.mjs';
import { runJest } from './setup/jest.mjs';
import { prepare } from './setup.mjs';

const [suite, ...args] = process.argv.slice(2);
await prepare('all');
if (suite !== 'examples') await ensureChromium('The browser tests');
if (suite !== 'browser') await prepareExamples();
await runJest(['--config', `jest.${suite}.config.js`, ...args]);
