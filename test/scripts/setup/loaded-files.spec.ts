import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The files that a program has loaded after a few statements with the public face of a lib, by their paths in it. */
function loadedBy(lib: string, statements: string): string[] {
  const folder = path.resolve('dist/gateway/libs', lib, 'src');
  const program = `${statements}; console.log(JSON.stringify(Object.keys(require.cache)))`;
  const output = execFileSync(process.execPath, ['-e', `const face = require('${folder}'); ${program}`], {
    encoding: 'utf8',
  });
  return (JSON.parse(output) as string[]).map((file) => path.relative(folder, file)).sort();
}

describe('modules of a built program', () => {
  it('a file behind the public face of a lib is loaded when one of its names is first used', () => {
    expect(loadedBy('operations', 'face.systemClock.now()')).toEqual(['clock.js', 'index.js']);
  });

  it('a decorator for the API document loads no package', () => {
    expect(loadedBy('openapi', `face.ApiTags('tag')(class {})`)).toEqual([
      'decorators.js',
      'documented.js',
      'index.js',
    ]);
  });
});
