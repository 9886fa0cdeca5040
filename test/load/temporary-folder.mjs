// Folders for the files of a run, which are removed with its process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folders = [];

function remove() {
  // Retries: a process that the run ended may still write.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** An empty folder, removed when this process exits, also by Ctrl-C. */
export function temporaryFolder(prefix) {
  if (folders.length === 0) {
    process.once('exit', remove);
    // A signal without a listener ends Node without an event `exit`.
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  }
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  folders.push(folder);
  return folder;
}
