import { readFileSync } from 'node:fs';
import path from 'node:path';

const FIXTURES = path.resolve(__dirname, '../../fixtures');

/** Sessions by their folder of test/fixtures, which has a README. */
const FOLDERS = {
  genesis: 'ship',
  session: 'ship',
  fork: 'ship',
  'fork-starved': 'ship',
  'fork-resume': 'ship',
  snapshot: 'ship-snapshot',
  'snapshot-irreversible': 'ship-snapshot',
  mixed: 'ship-snapshot',
} as const;

/** A recorded session of a real node. */
export type RecordedSession = keyof typeof FOLDERS;
/** A folder of recordings. */
type Recording = (typeof FOLDERS)[RecordedSession];

export const RECORDED_SESSIONS = Object.keys(FOLDERS) as readonly RecordedSession[];

/** A text file of a recording. */
export const recordedText = (file: string, recording: Recording = 'ship'): string =>
  readFileSync(path.join(FIXTURES, recording, file), 'utf8');

/** The binary messages of a session, in order. */
export const recordedFrames = (session: RecordedSession): Uint8Array[] =>
  framesOf(`${FOLDERS[session]}/${session}.frames.bin`);

/** The status of the node of a session, where it was recorded. */
export const recordedStatus = (session: 'snapshot' | 'snapshot-irreversible' | 'mixed'): Uint8Array =>
  framesOf(`${FOLDERS[session]}/${session}.status.frames.bin`)[0]!;

function framesOf(file: string): Uint8Array[] {
  const bytes = readFileSync(path.join(FIXTURES, file));
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const start = at + 4;
    at = start + bytes.readUInt32LE(at);
    frames.push(bytes.subarray(start, at));
  }
  return frames;
}
