// `npm run stack -- gateway < log`: puts the lines of the sources into stacks that the program of an app logged. The
// checkout is that of the program.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { APPS, entryPoint, giveUp, prepare, programFolder, ROOT } from './setup.mjs';

const [app] = process.argv.slice(2);
if (!APPS.includes(app)) giveUp(`usage: npm run stack -- ${APPS.join('|')} < log`);
await prepare();

const maps = new Map();
function mapOf(program) {
  if (!maps.has(program))
    maps.set(program, new SourceMap(JSON.parse(readFileSync(`${entryPoint(app, program)}.map`, 'utf8'))));
  return maps.get(program);
}

/** Functions of packages have no place in the map: their line of the program stays. */
function sourcePlace(place, program, line, column) {
  const { originalSource, originalLine } = mapOf(program).findEntry(line - 1, column - 1);
  if (!originalSource?.endsWith('.ts')) return place;
  const file = path.relative(ROOT, path.resolve(programFolder(app), originalSource));
  return `${file}:${originalLine + 1}`;
}

const PLACE = /[^\s(]*\/(main|profile-check|archive|sql|indexer\.worker)\.js:(\d+):(\d+)/g;
process.stdout.write((await text(process.stdin)).replace(PLACE, sourcePlace));
