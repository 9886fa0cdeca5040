// A Jest reporter: one plain summary line at the end, for people and CI.
module.exports = class ClosingLine {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = results;
    // A suite that cannot be loaded has no failed test.
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    // Set by scripts/test.mjs.
    const short = process.env.SPECS_SHORT ? '\nThe short form: npm run test:all has every case' : '';
    const notRun = process.env.SPECS_NOT_RUN ? `\nNot run: ${process.env.SPECS_NOT_RUN}` : '';
    const line = `${numPassedTests} passed, ${failed} failed${skipped}${notRun}${short}\n`;
    process.once('exit', () => process.stdout.write(line));
  }
};
