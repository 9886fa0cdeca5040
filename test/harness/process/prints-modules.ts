/**
 * A module for `--import` that prints the modules that ran, at SIGUSR2 and at the end of the program: `modules: ` and their
 * paths, separated by commas. In a program each module is a function with its path as name.
 */
export const PRINTS_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { Session } from 'node:inspector';
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const hasRun = ({ functionName, ranges: [{ count }] }) => count > 0 && /[/].*[.][cm]?js$/.test(functionName);
  const names = new Set();
  function print() {
    session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      for (const { functions } of result) for (const each of functions.filter(hasRun)) names.add(each.functionName);
      console.log('modules: ' + [...names].join());
    });
  }
  process.on('SIGUSR2', print);
  process.on('exit', print);
`)}`;

/** The paths that a program printed so. */
export const modulesIn = (output: string): string[] => /^modules: (.*)$/m.exec(output)![1]!.split(',');
