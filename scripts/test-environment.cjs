// The environment of every spec: Node's own, without the colours that Jest asks for in its workers when it runs in a
// terminal. A program that a spec starts would inherit them and answer in escape codes.
const { TestEnvironment } = require('jest-environment-node');

delete process.env.FORCE_COLOR;

module.exports = TestEnvironment;
