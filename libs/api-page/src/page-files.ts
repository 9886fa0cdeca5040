import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileOfProgram } from '@app/program';
import { PAGE_SCRIPT } from './page-script';

/** One file of the page. */
export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const INITIALIZER = 'initializer.js';

/** Files of swagger-ui-dist that the page loads, with their types. Its maps and package files are not served. */
const OF_SWAGGER_UI: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', SCRIPT],
  ['favicon-32x32.png', 'image/png'],
]);

/** Names of all files of the page. */
export const API_PAGE_FILES: readonly string[] = [...OF_SWAGGER_UI.keys(), INITIALIZER];

/** Swagger UI comes with @nestjs/swagger. */
const SWAGGER_UI = path.join('node_modules', 'swagger-ui-dist');

/** A file of the page by its name, read from the disk; undefined for any other name. */
export function apiPageFile(name: string): PageFile | undefined {
  if (name === INITIALIZER) return { type: SCRIPT, content: Buffer.from(PAGE_SCRIPT) };
  const type = OF_SWAGGER_UI.get(name);
  if (type === undefined) return undefined;
  return { type, content: readFileSync(fileOfProgram(__dirname, path.join(SWAGGER_UI, name))) };
}
