const base = require('./jest.config.js');

/** The examples in other languages: `npm run test:examples`. They need curl, Python and Go. */
module.exports = { ...base, testRegex: '\\.example\\.ts$', testTimeout: 600_000 };
