/**
 * A module for `--import` that prints what ran, at SIGUSR2 and at the end of the program: `modules: `, and separated by
 * commas the paths of modules of this repository (`libs/`, `apps/`) and the names of installed packages. In a program each
 * module is a function with its path as name. Packages are named once: a pipe that is not read yet takes 64 KiB, and what
 * a program could not write when it ended is lost.
 */
export const PRINTS_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { Session } from 'node:inspector';
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const MODULE = /(?:^|[/])(?:node_modules[/]((?:@[^/]+[/])?[^/]+)[/].*|((?:libs|apps)[/].*))[.][cm]?js$/;
  const names = new Set();
  function print() {
    session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      for (const { functionName, ranges } of result.flatMap(({ functions }) => functions)) {
        const found = ranges[0].count > 0 ? MODULE.exec(functionName) : null;
        if (found !== null) names.add(found[1] ?? found[2] + '.js');
      }
      console.log('modules: ' + [...names].join());
    });
  }
  process.on('SIGUSR2', print);
  process.on('exit', print);
`)}`;

/** The paths and packages that a program printed so. */
export const modulesIn = (output: string): string[] => /^modules: (.*)$/m.exec(output)![1]!.split(',');
