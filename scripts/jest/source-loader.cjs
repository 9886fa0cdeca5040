// Lets require() load TypeScript in this process, compiled by Jest's transformer, which keeps the result on disk.
const { readFileSync } = require('node:fs');
const Module = require('node:module');

/** Files of source maps by file. Jest reads them when it formats a stack. */
const sourceMaps = new Map();

/** Facts about Node for the transformer, and no coverage. */
const OPTIONS = {
  collectCoverage: false,
  collectCoverageFrom: [],
  coverageProvider: 'v8',
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
};

/** A dynamic import names a file as it is when it is compiled: './serve-history.js'. */
const COMPILED = /^(\.{1,2}\/.*)\.js$/;

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...more) => {
  const name = parent?.filename?.endsWith('.ts') ? request.replace(COMPILED, '$1') : request;
  return resolveFilename(name, parent, ...more);
};

/** @param transformer Jest's, for the spec file that runs now */
function compileWith(transformer) {
  require.extensions['.ts'] = (module, filename) => {
    const { code, sourceMapPath } = transformer.transform(filename, OPTIONS, readFileSync(filename, 'utf8'));
    if (sourceMapPath) sourceMaps.set(filename, sourceMapPath);
    module._compile(code, filename);
  };
}

module.exports = { compileWith, sourceMaps };
