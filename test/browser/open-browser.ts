import { execFileSync } from 'node:child_process';
import puppeteer, { type Browser } from 'puppeteer-core';

/** Names under which the packages of systems install the browser. */
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The system's Chromium without a window. */
export function openBrowser(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: pathOfChromium(),
    // A container's root has no sandbox; the page is our own.
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

function pathOfChromium(): string {
  for (const command of COMMANDS) {
    try {
      return execFileSync('which', [command], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      // The next name may be the one that this system uses.
    }
  }
  throw new Error(`none of ${COMMANDS.join(', ')} is on the PATH`);
}
