// System programs that a suite needs: installed from Debian packages by root, otherwise the script asks for them.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { giveUp, step } from './terminal.mjs';

const run = promisify(execFile);

export const isOnPath = (command) =>
  spawnSync('sh', ['-c', `command -v "${command}"`], { stdio: 'ignore' }).status === 0;

/**
 * Makes sure that one of `commands` is on the PATH.
 * @param packages Debian packages that contain it
 * @param purpose beginning of the message when it cannot be installed: `The browser tests need Chromium`
 */
export async function ensureProgram({ commands, packages, purpose }) {
  const isThere = () => commands.some(isOnPath);
  if (isThere()) return;
  const advice = `${purpose} on the PATH. Install it: \`apt-get install ${packages.join(' ')}\` on Debian, or its like.`;
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) giveUp(advice);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await step(`Installing ${packages.join(', ')} (once)`, async () => {
      await run('apt-get', ['update', '-qq'], { env });
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
    });
  } catch (error) {
    giveUp(`${packages.join(', ')} could not be installed: ${error.stderr || error.message}\n${advice}`);
  }
  if (!isThere()) giveUp(advice);
}
