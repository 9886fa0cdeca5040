// The system's Chromium, for scripts that open the console.
import { execFileSync } from 'node:child_process';
import { ensureProgram, isOnPath } from './apt.mjs';

/** Names under which the packages of systems install it; test/browser/open-browser.ts looks for the same ones. */
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of Chromium, which is installed where there is none.
 * @param purpose beginning of the message when it cannot be installed: `The pictures`
 */
export async function ensureChromium(purpose) {
  await ensureProgram({
    commands: COMMANDS,
    packages: ['chromium'],
    purpose: `${purpose} need Chromium or Chrome`,
  });
  return execFileSync('which', [COMMANDS.find(isOnPath)], { encoding: 'utf8' }).trim();
}

/** Options to launch it without a window. A container's root has no sandbox; the page is our own. */
export const launchOptions = (executablePath) => ({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu'],
});
