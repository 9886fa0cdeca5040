// A Jest reporter: one plain line at the very end that people and CI read alike.
module.exports = class ClosingLine {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = results;
    // A suite that could not even be loaded has no failed test of its own.
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    const line = `${numPassedTests} passed, ${failed} failed${skipped}\n`;
    process.once('exit', () => process.stdout.write(line));
  }
};
