const { availableParallelism } = require('node:os');
const base = require('./jest.config.js');

/** A browser, its stack and its page work all the time: fewer files at once than of other specs. */
const maxWorkers = Math.min(base.maxWorkers, availableParallelism() + 2);

/** The browser suite: `npm run test:browser`. It needs a Chromium, which the other specs do not. */
module.exports = { ...base, maxWorkers, testRegex: '\\.browser\\.ts$', testTimeout: 600_000 };
