import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../setup.mjs';

const execute = promisify(execFile);
/** The SBOM is the longest output. */
const MAX_OUTPUT = 64 << 20;

/** Resolves to the standard output. @throws Error with the output when the program fails */
export async function run(command, args, options = {}) {
  try {
    return (await execute(command, args, { cwd: ROOT, maxBuffer: MAX_OUTPUT, ...options })).stdout;
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message;
    throw new Error(`${command} ${args.join(' ')} failed:\n${output}`, { cause: error });
  }
}
