import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './compose-file';

const PRELOAD = path.join(ROOT, 'docker', 'first-process.mjs');

/** Runs `program` with the preload of the image, sends SIGTERM once it printed, and resolves to its end. */
async function endAfterSigterm(program: string): Promise<number | string | null> {
  const keepAlive = 'setInterval(() => undefined, 1000); console.log("up");';
  const child = spawn(process.execPath, ['--import', PRELOAD, '--eval', program + keepAlive], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  child.stdout.once('data', () => child.kill('SIGTERM'));
  return ended;
}

describe('signals', () => {
  it('the first process of an image ends with 0 at SIGTERM while the program has no handler', async () => {
    expect(await endAfterSigterm('')).toBe(0);
  });

  it('the first process of an image leaves SIGTERM to the handler of the program', async () => {
    expect(await endAfterSigterm('process.once("SIGTERM", () => process.exit(7));')).toBe(7);
  });
});
