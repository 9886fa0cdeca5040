import { lstatSync } from 'node:fs';

/** Whether a stop file stops the signer: it is absent only where the system says so. A path that cannot be read stops. */
export function isStopped(file: string | undefined): boolean {
  if (file === undefined) return false;
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
