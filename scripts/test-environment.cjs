// The environment of every spec: Node's own, with two changes.
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

// The colour settings that Jest adds to its workers in a terminal: a program that a spec starts would inherit them and
// print escape codes.
delete process.env.FORCE_COLOR;

/**
 * Jest contextifies a proxy, so that each access to a global (`Math`, `Buffer`) calls into it: a signature of a client
 * library takes 140 ms instead of 2. A context whose global is an ordinary object has no such calls.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
};
