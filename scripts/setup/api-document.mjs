// The OpenAPI document of the gateway as a file: a build artefact for lint, specs and releases.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { builtStamp } from './build.mjs';
import { DIST, ROOT } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { replaceFile } from './replace-file.mjs';
import { giveUp } from './terminal.mjs';

export const API_DOCUMENT = path.join(DIST, 'openapi.json');
/** The hash of the sources that the document was made from. */
const STAMP = path.join(DIST, '.openapi-sources');
const SCRIPTS = path.join(ROOT, 'scripts');

const stamp = () =>
  createHash('sha256')
    .update(builtStamp('gateway'))
    .update(readFileSync(path.join(SCRIPTS, 'docs', 'served-gateway.mjs')))
    .digest('hex');

/** Whether the file is that of the gateway as it is built now. */
export const isApiDocumentCurrent = () =>
  existsSync(API_DOCUMENT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp();

export function writeApiDocument(document) {
  replaceFile(API_DOCUMENT, `${JSON.stringify(document, null, 2)}\n`);
  replaceFile(STAMP, stamp());
}

/** Builds what has changed, and makes the file unless it is current: in a process of its own, which runs a gateway. */
export async function ensureApiDocument() {
  await prepare();
  if (isApiDocumentCurrent()) return;
  const script = path.join(SCRIPTS, 'api-document.mjs');
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 2] });
  if (status !== 0) giveUp('The API document could not be made.');
}
