// Programs that come as Go modules: one exact version of each, compiled into .cache/tools.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isOnPath } from './apt.mjs';
import { ensureCached } from './cached-tool.mjs';
import { CACHE } from './paths.mjs';
import { giveUp } from './terminal.mjs';

const run = promisify(execFile);

/** Ends the script without Go. @param purpose the beginning of a sentence: `The chart needs Helm v3` */
export function requireGo(purpose, advice) {
  if (isOnPath('go')) return;
  giveUp(
    `${purpose}, which is compiled by Go, and there is no go on the PATH. Install it (https://go.dev/dl), or put ${advice}.`,
  );
}

/** @returns `canInstall` and `ensure`, which resolves to the path of the program, and ends the script without Go */
function goTool({ name, title, module, version, purpose }) {
  const home = path.join(CACHE, 'tools', `${name}-${version}`);
  const program = path.join(home, name);
  const isThere = () => existsSync(program);

  async function ensure() {
    if (isThere()) return program;
    requireGo(`${purpose} ${title} ${version}`, `${name} at ${program}`);
    const texts = { title: `Compiling ${title} ${version}`, failure: `${title} could not be compiled` };
    await ensureCached({ home, name, isThere, ...texts }, (folder) =>
      run('nice', ['go', 'install', `${module}@${version}`], { env: { ...process.env, GOBIN: folder } }),
    );
    return program;
  }

  return { canInstall: () => isThere() || isOnPath('go'), ensure };
}

/** The real Helm for the specs of the chart and for a release. */
const helm = goTool({
  name: 'helm',
  title: 'Helm',
  module: 'helm.sh/helm/v3/cmd/helm',
  version: 'v3.18.4',
  purpose: 'The chart needs',
});

/**
 * oasdiff (Apache-2.0) compares two API documents: of the tools that know OpenAPI 3.1 it is the one that is kept and has a
 * rule for each kind of change.
 */
const oasdiff = goTool({
  name: 'oasdiff',
  title: 'oasdiff',
  module: 'github.com/oasdiff/oasdiff',
  version: 'v1.37.0',
  purpose: 'The comparison of API documents needs',
});

/** Whether Helm is there or can be compiled. */
export const canInstallHelm = helm.canInstall;

/** Resolves when the variable HELM names the program. Without Go it ends the script. */
export async function ensureHelm() {
  process.env.HELM = await helm.ensure();
}

/** Whether oasdiff is there or can be compiled. */
export const canInstallOasdiff = oasdiff.canInstall;

/** Resolves to the path of the program. Without Go it ends the script. */
export const ensureOasdiff = oasdiff.ensure;
