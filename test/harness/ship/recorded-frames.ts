import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(__dirname, '../../fixtures/ship');

/** A recorded session of a real node: see test/fixtures/ship/README.md. */
export type RecordedSession = 'genesis' | 'session' | 'fork' | 'fork-starved' | 'fork-resume';

export const RECORDED_SESSIONS: readonly RecordedSession[] = [
  'genesis',
  'session',
  'fork',
  'fork-starved',
  'fork-resume',
];

/** A text file of the recording. */
export const recordedText = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

/** The binary messages of a session, in order. */
export function recordedFrames(session: RecordedSession): Uint8Array[] {
  const bytes = readFileSync(path.join(FOLDER, `${session}.frames.bin`));
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const start = at + 4;
    at = start + bytes.readUInt32LE(at);
    frames.push(bytes.subarray(start, at));
  }
  return frames;
}
