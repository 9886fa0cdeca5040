import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Loads a lib as a program of the development chain does, and prints the packages and files that it has loaded then. */
const LOADED = `
  const face = require(process.argv[1]);
  face.systemClock.now();
  console.log(Object.keys(require.cache).join('\\n'));
`;

describe('files of a built program', () => {
  const lib = path.resolve('dist/devchain/libs/operations/src');

  it('a file behind the public face of a lib is loaded when one of its names is first used', () => {
    const loaded = execFileSync(process.execPath, ['-e', LOADED, lib], { encoding: 'utf8' });
    const files = loaded
      .trim()
      .split('\n')
      .map((file) => path.relative(lib, file))
      .sort();
    expect(files).toEqual(['clock.js', 'index.js']);
  });
});
