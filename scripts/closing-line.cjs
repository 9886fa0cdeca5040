// A Jest reporter: one plain summary line at the end, for people and CI.
module.exports = class ClosingLine {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = results;
    // A suite that cannot be loaded has no failed test.
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    const line = `${numPassedTests} passed, ${failed} failed${skipped}\n`;
    process.once('exit', () => process.stdout.write(line));
  }
};
