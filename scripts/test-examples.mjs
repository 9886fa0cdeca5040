// `npm run test:examples`: runs docs/examples in curl, Python and Go, and the Python client, against a fresh start.
import { prepareExamples } from './setup/example-tools.mjs';
import { runJest } from './setup/jest.mjs';
import { prepare } from './setup.mjs';

await prepare('all');
await prepareExamples();
await runJest(['--config', 'jest.examples.config.js', ...process.argv.slice(2)]);
