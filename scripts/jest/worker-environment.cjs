// The environment of every spec: the worker itself, without a context per spec file (docs/decisions/0015).
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const fastCheck = require('fast-check');

// The colour settings that Jest adds to its workers in a terminal: a program that a spec starts would inherit them and
// print escape codes.
delete process.env.FORCE_COLOR;
/** Of all properties without one of their own: a run has the same cases each time, the long form searches. */
const SEED = 20_261_129;
if (process.env.TEST_LONG !== '1') fastCheck.configureGlobal({ seed: SEED });

/** Jest replaces `console` and `exit` for each spec file. */
const { console } = globalThis;
const { exit } = process;
const folder = process.cwd();

if (process.env.NODE_V8_COVERAGE !== undefined) {
  // Node has read it. A program that a spec starts would write its counts where only workers do.
  delete process.env.NODE_V8_COVERAGE;
  // Jest replaces a worker whose heap is large by a signal, at which Node writes no counts.
  process.once('SIGTERM', () => exit());
}

/** Makes the variables of the process those of `known`. */
function restoreVariables(known) {
  for (const name of Object.keys(process.env)) if (!(name in known)) delete process.env[name];
  Object.assign(process.env, known);
}

module.exports = class WorkerEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #variables = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /** Jest asks whether the method exists, and calls it for coverage alone. */
  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    restoreVariables(this.#variables);
    process.chdir(folder);
    globalThis.console = console;
    process.exit = exit;
  }
};
