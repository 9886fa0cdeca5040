import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CachedReply } from '@app/upstream';

const SCRIPT = path.join('apps', 'gateway', 'stream-client', 'stream-client.js');

let bytes: Buffer | undefined;

/** The gateway's own client script of the stream, for networks without a node that has one. */
export function ownStreamClient(headBlock: number): CachedReply {
  bytes ??= readFileSync(scriptFile());
  return { status: 200, contentType: 'application/javascript', bytes, node: 'gateway', headBlock };
}

/** The script stays where the sources have it: it is not compiled. */
function scriptFile(): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, SCRIPT);
    if (existsSync(file)) return file;
    if (folder === path.dirname(folder)) throw new Error(`${SCRIPT} is not there`);
  }
}
