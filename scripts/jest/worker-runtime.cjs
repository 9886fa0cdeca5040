// Loads spec files with Node's own require(). Packages and modules are evaluated once per worker; Jest's runtime would
// evaluate them for each spec file, which is half of the time of all specs (docs/decisions/0015).
const { jestObject, TEST_TIMEOUT } = require('./jest-object.cjs');
const { compileWith, sourceMaps } = require('./source-loader.cjs');

/** Jest keeps its handlers of events and its state, with every function of a spec file, below these in globalThis. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
const STATE = 'JEST_STATE_SYMBOL';

/** Removes a module, and all that only it refers to. */
function forget(file) {
  const loaded = require.cache[file];
  delete require.cache[file];
  const index = module.children.indexOf(loaded);
  if (index >= 0) module.children.splice(index, 1);
}

/** For a process that lives on while sources change. */
function forgetSources() {
  for (const file of Object.keys(require.cache)) if (file.endsWith('.ts')) forget(file);
}

function forgetTests() {
  delete globalThis.jest;
  delete globalThis[TEST_TIMEOUT];
  delete globalThis[EVENT_HANDLERS];
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (symbol.description === STATE) delete globalThis[symbol];
}

/** The part of the interface of jest-runtime that the runner and jest-circus call. */
module.exports = class WorkerRuntime {
  #environment;
  #loaded = new Set();

  constructor(_config, environment, _resolver, transformer) {
    this.#environment = environment;
    compileWith(transformer);
    globalThis.jest = jestObject(environment.moduleMocker, environment.fakeTimersModern);
  }

  /** jest-circus, evaluated for each spec file: it holds the tests of one. */
  requireInternalModule(file) {
    return this.requireModule(file);
  }

  /** A spec file or a setup file. */
  requireModule(file) {
    this.#loaded.add(file);
    return require(file);
  }

  teardown() {
    forgetTests();
    for (const file of this.#loaded) forget(file);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  getAllCoverageInfoCopy() {}
  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
};
