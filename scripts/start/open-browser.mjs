import { spawn } from 'node:child_process';

/** Opens the page in the browser of the desktop; `complain` gets the reason of a failure. */
export function openBrowser(url, complain) {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  child.once('error', ({ message }) => complain(`--open: ${url} cannot be opened: ${message}`));
  child.unref();
}
