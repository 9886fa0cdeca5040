// The changes that packages need in a bundle.
import { readFile } from 'node:fs/promises';

/** Optional packages that are not installed. Asking for one fails when it runs, as it does outside of a bundle. */
export const ABSENT = [
  ...['@fastify/static', '@nestjs/microservices', '@nestjs/websockets'],
  ...['bufferutil', 'class-transformer/storage', 'pg-cloudflare', 'pg-native', 'utf-8-validate'],
];

/** `createRequire()` resolves packages when the program runs, and there are none then: the bundler reads `require()`. */
const OWN_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;

/** The source map of the program names the sources of the project: those of packages are four times as large. */
const EMPTY_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');
const WITHOUT_MAP = `\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`;
const MAP_COMMENT = /^\/\/# sourceMappingURL=.*$/gm;

/** Zod loads the texts of 50 languages at each start, and uses those of one. */
const LANGUAGES = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.(c?)js$/;
const ENGLISH = {
  c: "exports.en = require('./en.cjs').default;",
  '': "export { default as en } from './en.js';",
};

/** class-validator loads the telephone numbers of all countries at each start, and needs them for one rule, in one function. */
const TELEPHONE = /^const max_1 = (require\("libphonenumber-js\/max"\));$/m;
const WHEN_CALLED = 'const max_1 = { parsePhoneNumber: (...args) => $1.parsePhoneNumber(...args) };';

/** A plugin of esbuild. */
export const packages = {
  name: 'packages',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path: file }) => {
      const [, kind] = LANGUAGES.exec(file) ?? [];
      const text = ENGLISH[kind] ?? (await readFile(file, 'utf8'));
      const contents = text.replace(MAP_COMMENT, '').replace(OWN_REQUIRE, '').replace(TELEPHONE, WHEN_CALLED);
      return { contents: contents + WITHOUT_MAP, loader: 'js' };
    });
  },
};
