// A real browser for `npm run test:browser`: the one of the system, installed from Debian's packages where a root may.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { giveUp, step } from './terminal.mjs';

const run = promisify(execFile);
/** Names under which systems install the browser; test/browser/open-browser.ts looks for the same. */
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALL_CHROMIUM =
  'The browser tests need Chromium or Chrome on the PATH. Install it: `apt-get install chromium` (Debian), `dnf install chromium` (Fedora).';

const found = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
const isInstalled = () => COMMANDS.some(found);

export async function ensureChromium() {
  if (isInstalled()) return;
  if (process.getuid?.() !== 0 || !found('apt-get')) giveUp(INSTALL_CHROMIUM);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await step('Installing chromium (once)', async () => {
      await run('apt-get', ['update', '-qq'], { env });
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    });
  } catch (error) {
    giveUp(`chromium could not be installed: ${error.stderr || error.message}\n${INSTALL_CHROMIUM}`);
  }
  if (!isInstalled()) giveUp(INSTALL_CHROMIUM);
}
