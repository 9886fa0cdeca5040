// The environment of every spec: Node's own, without the colour settings that Jest adds to its workers in a terminal.
// A program that a spec starts would inherit them and print escape codes.
const { TestEnvironment } = require('jest-environment-node');

delete process.env.FORCE_COLOR;

module.exports = TestEnvironment;
