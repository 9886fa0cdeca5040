import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(path.resolve(__dirname, '..', 'load', 'temporary-folder.mjs')).href;
const WRITES = `import { writeFileSync } from 'node:fs';
import { temporaryFolder } from '${MODULE}';
const folder = temporaryFolder('written-');
writeFileSync(folder + '/file', 'text');
process.stdout.write(folder);`;

describe('the temporary folder of a run', () => {
  it.each([
    ['ends', '', undefined],
    ['fails', 'throw new Error();', undefined],
    ['is interrupted', 'setInterval(() => {}, 1000);', 'SIGINT'],
  ] as const)('the temporary folder of a run is removed when the run %s', async (_, rest, signal) => {
    const args = ['--input-type=module', '--eval', `${WRITES}\n${rest}`];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    const [folder] = (await once(child.stdout, 'data')) as [Buffer];
    if (signal !== undefined) child.kill(signal);
    await ended;
    expect(folder.toString()).toContain('written-');
    expect(existsSync(folder.toString())).toBe(false);
  });
});
