const base = require('./jest.browser.config.js');

/** The browser suite and the examples in other languages: `npm run test:product`. */
module.exports = { ...base, testRegex: '\\.(?:browser|example)\\.ts$' };
