import { spawn } from 'node:child_process';

/** The exit code and the complete output of a program. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end, without the colour settings of the test runner, so that its output is plain. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output });
    });
  });
}

/** The output of a program that has to succeed. */
export async function outputOf(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await runProgram(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}: ${output}`);
  return output;
}
