// The programs as one content, for the archive of the starter and for the executable.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DIST, programFolder } from '../setup/paths.mjs';

/** The two that share most packages follow each other, within the window of the compression. */
export const PROGRAMS = ['gateway', 'history', 'devchain'];

/** Pictures of the guide, half a megabyte: its pages have their descriptions. */
const PICTURES = /[/\\]guide[/\\]pictures$/;
/** Texts of the guide are compressed: the archive does it better, for all of them together. */
const COMPRESSED = /([/\\]guide[/\\].*)\.gz$/;

const isProgram = (name) => /^\w+[/\\][^/\\]+\.js$/.test(name);

/** Paths below dist of the files of a program. */
const filesOf = (app, leftOut) =>
  readdirSync(programFolder(app), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !leftOut.test(entry.name) && !PICTURES.test(entry.parentPath))
    .map(({ parentPath, name }) =>
      path.join(app, path.relative(programFolder(app), path.join(parentPath, name))),
    )
    .sort();

/**
 * @param leftOut matches the names of files that are not needed
 * @param others more files, by their paths below dist
 * @returns `content`, which has equal files once, and `files` with their places in it and digests; `id` names both
 */
export function layOut(leftOut, others = new Map()) {
  const names = [...PROGRAMS.flatMap((app) => filesOf(app, leftOut)), ...others.keys()];
  const places = new Map();
  const parts = [];
  let end = 0;
  const files = [...names.filter(isProgram), ...names.filter((name) => !isProgram(name))].map((name) => {
    const file = others.get(name) ?? readFileSync(path.join(DIST, name));
    const part = COMPRESSED.test(name) ? gunzipSync(file) : file;
    const key = part.toString('latin1');
    if (!places.has(key)) {
      places.set(key, end);
      parts.push(part);
      end += part.length;
    }
    const sha256 = createHash('sha256').update(part).digest('hex');
    return { name: name.replace(COMPRESSED, '$1'), at: places.get(key), size: part.length, sha256 };
  });
  const content = Buffer.concat(parts);
  const hash = createHash('sha256').update(JSON.stringify(files)).update(content);
  return { id: hash.digest('hex').slice(0, 16), files, content };
}
