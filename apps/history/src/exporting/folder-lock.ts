import { constants } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { kill, pid } from 'node:process';
import { RefusedArchiveError } from '../segments/archive-errors';

export const LOCK_FILE = 'export.lock';
/** A process id and the end of the line. */
const PROCESS = /^([1-9]\d{0,9})\n$/;

/** Locks of this process. */
const held = new Set<string>();

/** Only one process exports into a folder: two would remove each other's segments. */
export class FolderLock {
  private constructor(private readonly file: string) {}

  /**
   * @param tell is given the reason when the lock of a process that has ended is taken over
   * @throws RefusedArchiveError while another process has it
   */
  static async take(folder: string, tell: (text: string) => void): Promise<FolderLock> {
    const file = path.join(folder, LOCK_FILE);
    if (!(await created(file))) {
      const owner = await ownerOf(file);
      if (owner === undefined || held.has(file) || isRunning(owner))
        throw new RefusedArchiveError(
          `${file}: ${owner === undefined ? 'another process' : `process ${String(owner)}`} exports into this folder; remove the file when there is no such export`,
        );
      tell(`${file} was left by process ${String(owner)}, which has ended: taken over`);
      await rm(file);
      if (!(await created(file)))
        throw new RefusedArchiveError(`${file}: another process began to export into this folder`);
    }
    held.add(file);
    return new FolderLock(file);
  }

  async release(): Promise<void> {
    held.delete(this.file);
    await rm(this.file);
  }
}

/** @returns false when the file is there */
async function created(file: string): Promise<boolean> {
  try {
    const lock = await open(file, 'wx');
    try {
      await lock.writeFile(`${String(pid)}\n`);
    } finally {
      await lock.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined for a file that no export wrote, that is being written, or that is gone. */
async function ownerOf(file: string): Promise<number | undefined> {
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    const owner = PROCESS.exec(await readFile(file, { encoding: 'latin1', flag }))?.[1];
    return owner === undefined ? undefined : Number(owner);
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'EISDIR'].includes(String(codeOf(error)))) return undefined;
    throw error;
  }
}

function isRunning(owner: number): boolean {
  // Numbers of processes come again: in a container, an export after a kill often has that of the one before.
  if (owner === pid) return false;
  try {
    kill(owner, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | undefined)?.code;
