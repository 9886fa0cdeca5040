import { lstatSync } from 'node:fs';
import { writeOwnFile } from '../private-file';

/** Whether a stop file stops the signer: it is absent only where the system says so. A path that cannot be read stops. */
export function isStopped(file: string | undefined): boolean {
  if (file === undefined) return false;
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Makes a stop file, unless it stops already. @throws Error where the file cannot be written */
export function makeStopFile(file: string): void {
  if (!isStopped(file)) writeOwnFile(file, '');
}
