// The real Helm for the specs of the chart, one exact version, compiled into .cache/tools by Go.
import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isOnPath } from './apt.mjs';
import { CACHE } from './paths.mjs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

const run = promisify(execFile);
const VERSION = 'v3.18.4';
const HOME = path.join(CACHE, 'tools', `helm-${VERSION}`);
const PROGRAM = path.join(HOME, 'helm');

async function compile() {
  const unfinished = `${HOME}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const env = { ...process.env, GOBIN: unfinished };
  await run('nice', ['go', 'install', `helm.sh/helm/v3/cmd/helm@${VERSION}`], { env });
  rmSync(HOME, { recursive: true, force: true });
  renameSync(unfinished, HOME);
}

/** Whether Helm is there or can be compiled. */
export const canInstallHelm = () => existsSync(PROGRAM) || isOnPath('go');

/** Resolves when the variable HELM names the program. Without Go it ends the script. */
export async function ensureHelm() {
  if (!existsSync(PROGRAM)) {
    if (!isOnPath('go')) {
      giveUp(
        `The chart specs need Helm ${VERSION}, which is compiled by Go, and there is no go on the PATH. Install it (https://go.dev/dl), or put helm at ${PROGRAM}.`,
      );
    }
    try {
      await alone(() =>
        existsSync(PROGRAM) ? undefined : step(`Compiling Helm ${VERSION} (once)`, compile),
      );
    } catch (error) {
      giveUp(`Helm could not be compiled: ${error.stderr || error.message}`);
    }
  }
  process.env.HELM = PROGRAM;
}
