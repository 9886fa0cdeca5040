import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fileAbove } from '@app/program';
import { type StaticFile, staticFile } from '../static-file';

/** As the build writes it: scripts/setup/guide.mjs. Texts are compressed, but for those of the starter. */
const START = path.join('dist', 'guide', 'index.html');
const COMPRESSED = '.gz';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
/** Script and styles have a hash of their content in the name. */
const HASHED = /^guide-[\w-]{8}\.(?:js|css)$/;

/** The built files of the guide, each read when it is first asked for. */
export class GuideFiles {
  readonly #kept = new Map<string, StaticFile>();
  #places: ReadonlyMap<string, string> | undefined;

  /**
   * @param name path below the guide; a folder stands for its `index.html`
   * @returns undefined for a name that the build has not written
   */
  file(name: string): StaticFile | undefined {
    const whole = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    const kept = this.#kept.get(whole);
    if (kept !== undefined) return kept;
    const places = (this.#places ??= writtenFiles());
    const made = readFile(whole, places);
    if (made === undefined) return undefined;
    const file: StaticFile = HASHED.test(whole) ? { ...made, isImmutable: true } : made;
    this.#kept.set(whole, file);
    return file;
  }
}

/** From its compressed form, where the build has written that. */
function readFile(name: string, places: ReadonlyMap<string, string>): StaticFile | undefined {
  const type = TYPES[path.extname(name)];
  const compressed = places.get(name + COMPRESSED);
  const plain = places.get(name);
  if (type === undefined) return undefined;
  if (compressed !== undefined) {
    const gzip = readFileSync(compressed);
    return staticFile(type, gunzipSync(gzip), gzip);
  }
  return plain === undefined ? undefined : staticFile(type, readFileSync(plain));
}

/** Files by their paths below the guide, with slashes. None where the guide is not built. */
function writtenFiles(): ReadonlyMap<string, string> {
  const start = fileAbove(__dirname, START + COMPRESSED) ?? fileAbove(__dirname, START);
  if (start === undefined) return new Map();
  const folder = path.dirname(start);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const place = path.join(parentPath, name);
      return [path.relative(folder, place).split(path.sep).join('/'), place];
    }),
  );
}
