// The notices of the packages that a program contains: their licences ask that copies keep them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

const NOTICES = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** The folder of the package that a file belongs to. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'),
  );
  const files = readdirSync(path.join(ROOT, folder)).filter((file) => NOTICES.test(file));
  const texts = files.map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8').trim());
  // Packages without such a file name their author.
  const by = author?.name ?? author;
  const stated = `${license?.type ?? license ?? 'licence: see the package'}${by ? `, by ${by}` : ''}`;
  return `${name} ${version} (${stated})\n\n${texts.join('\n\n')}`.trim();
}

/** @param files that the program contains, by their paths below the project */
export function licencesOf(files) {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file) ?? []));
  return `${[...folders]
    .sort()
    .map(noticeOf)
    .join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
