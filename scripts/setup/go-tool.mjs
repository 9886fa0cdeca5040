// Programs that come as Go modules: one exact version of each, compiled into .cache/tools.
import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isOnPath } from './apt.mjs';
import { CACHE } from './paths.mjs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

const run = promisify(execFile);

/**
 * @param name of the program
 * @param title of the program in messages
 * @param module path of its package
 * @param purpose the beginning of a sentence: `The chart specs need`
 * @returns `canInstall` and `ensure`, which resolves to the path of the program, and ends the script without Go
 */
export function goTool({ name, title, module, version, purpose }) {
  const home = path.join(CACHE, 'tools', `${name}-${version}`);
  const program = path.join(home, name);

  async function compile() {
    const unfinished = `${home}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    const env = { ...process.env, GOBIN: unfinished };
    await run('nice', ['go', 'install', `${module}@${version}`], { env });
    rmSync(home, { recursive: true, force: true });
    renameSync(unfinished, home);
  }

  async function ensure() {
    if (existsSync(program)) return program;
    if (!isOnPath('go')) {
      giveUp(
        `${purpose} ${title} ${version}, which is compiled by Go, and there is no go on the PATH. Install it (https://go.dev/dl), or put ${name} at ${program}.`,
      );
    }
    try {
      await alone(
        () => (existsSync(program) ? undefined : step(`Compiling ${title} ${version} (once)`, compile)),
        name,
      );
    } catch (error) {
      giveUp(`${title} could not be compiled: ${error.stderr || error.message}`);
    }
    return program;
  }

  return { canInstall: () => existsSync(program) || isOnPath('go'), ensure };
}
