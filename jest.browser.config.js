const base = require('./jest.config.js');

/** The browser suite: `npm run test:browser`. It needs a Chromium, which the other specs do not. */
module.exports = { ...base, testRegex: '\\.browser\\.ts$', testTimeout: 600_000 };
