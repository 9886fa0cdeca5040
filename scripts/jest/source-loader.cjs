// Lets require() load TypeScript in this process, compiled by Jest's transformer, which keeps the result on disk.
const { readFileSync } = require('node:fs');

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

/** @param transformer Jest's, for the spec file that runs now */
function compileWith(transformer) {
  require.extensions['.ts'] = (module, filename) => {
    const { code, sourceMapPath } = transformer.transform(filename, OPTIONS, readFileSync(filename, 'utf8'));
    if (sourceMapPath) sourceMaps.set(filename, sourceMapPath);
    module._compile(code, filename);
  };
}

module.exports = { compileWith, sourceMaps };
