import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileOfProgram } from '@app/program';
import type { CachedReply } from '@app/upstream';

/** The script stays where the sources have it: it is not compiled. */
const SCRIPT = path.join('apps', 'gateway', 'stream-client', 'stream-client.js');

let bytes: Buffer | undefined;

/** The gateway's own client script of the stream. That of a node would run in every page that loads it. */
export function ownStreamClient(headBlock: number): CachedReply {
  bytes ??= readFileSync(fileOfProgram(__dirname, SCRIPT));
  return { status: 200, contentType: 'application/javascript', bytes, node: 'gateway', headBlock };
}
