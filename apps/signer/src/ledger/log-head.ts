import { constants, openSync, closeSync, fsyncSync, renameSync, rmSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { readOwnFile } from '../private-file';

/** Number and MAC of the newest entry of a log. */
export interface LogHead {
  readonly seq: number;
  readonly mac: string;
}

const head = z.strictObject({ seq: z.int().min(1), mac: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * The newest entry of a log, in a file apart: an older copy of the log that is put back does not have it. The file may be
 * on another disk, so that a backup of the folder does not take it along. Its MAC is that of the entry, which only the
 * holder of the key can make.
 */
export class LogHeadFile {
  constructor(private readonly file: string) {}

  /** @throws FileError, ZodError for a file of another form */
  read(): LogHead {
    return head.parse(JSON.parse(readOwnFile(this.file)));
  }

  /** Replaces the head, whole or not at all. Only one writer at a time: the caller holds the lock of the log. */
  write(newest: LogHead): void {
    const partial = `${this.file}.partial`;
    // Left over by a process that was killed.
    rmSync(partial, { force: true });
    const descriptor = openSync(partial, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeSync(descriptor, JSON.stringify(newest));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(partial, this.file);
  }
}
