import { spawn } from 'node:child_process';

/** Asks the desktop to show the page; `complain` gets the reason when there is none. */
export function openBrowser(url, complain) {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  child.once('error', ({ message }) => complain(`--open: ${url} cannot be opened: ${message}`));
  child.unref();
}
