import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { table } from './markdown.mjs';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const FOLDERS = ['apps/gateway/src', 'apps/history/src', 'libs'];
const DECLARED =
  /(?:\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\n)?(?:export )?const (?<name>\w+_(?:MS|SECONDS)) = (?<value>[\d_*\s[\],.-]+?)(?: as const)?;/g;
/** Units and the ends of the range of dates are no times that something waits. */
const UNIT = /^(?:MINUTE|HOUR|SLOT|BLOCK|BLOCK_INTERVAL)_MS$/;
const LONGEST_MS = 1e10;

/** One list of numbers in one unit; `a * b` is multiplied. */
function valuesOf(text) {
  const items = text
    .replace(/[[\]_]/g, '')
    .split(',')
    .filter((item) => item.trim() !== '');
  return items.map((item) => item.split('*').reduce((product, factor) => product * Number(factor), 1));
}

const withUnit = (ms) => (ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`);

function textOf(name, values) {
  return values.map((value) => withUnit(name.endsWith('_SECONDS') ? value * 1_000 : value)).join(', ');
}

/** The comment as one line, without references to other declarations. */
const reasonOf = (comment) =>
  comment
    .replace(/\n\s*\*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function timesOf(file) {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  return [...source.matchAll(DECLARED)].flatMap(({ groups: { comment, name, value } }) => {
    const values = valuesOf(value);
    if (UNIT.test(name) || values.some((one) => Math.abs(one) > LONGEST_MS)) return [];
    if (comment === undefined) throw new Error(`${file}: ${name} needs a comment with its reason`);
    return [[`\`${file}\``, textOf(name, values), reasonOf(comment)]];
  });
}

/** The client runs elsewhere: its times belong to no installation of the gateway. */
const isSource = (file) => file.endsWith('.ts') && !/\.spec\.ts$|\/testing\/|^libs\/client\//.test(file);

/** Every time that is a constant of the gateway, the history node or a library, with its comment as the reason. */
export function fixedTimesTable() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true }).map((file) => path.posix.join(folder, file)),
  );
  return table(['file', 'time', 'reason'], files.filter(isSource).sort().flatMap(timesOf));
}
