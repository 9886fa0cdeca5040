// A folder that the end of this process removes, however it ends: an error, `process.exit`, or a signal.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const INTERRUPTED = 130;

/** @returns the path of a new folder that every user may read */
export function cleanFolder(prefix) {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Without a handler a signal ends the process without an `exit` event.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(INTERRUPTED));
  return folder;
}
