const LARGEST_NUMBER = 0xffff_ffff;

/** Spellings of strings that must be the same on both sides, most particular first. */
const SPELLINGS: readonly (readonly [spelling: string, pattern: RegExp])[] = [
  ['hash', /^[0-9a-f]{64}$/],
  ['time with milliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/],
  ['time in seconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
  ['asset', /^-?\d+(?:\.\d+)? [A-Z]{1,7}$/],
  ['key', /^(?:[A-Z]{3}|PUB_)[1-9A-Za-z_]{40,}$/],
  ['signature', /^SIG_(?:K1|R1|WA)_\w+$/],
  ['double', /^-?\d+\.\d{17}$/],
];

/** What kind of value this is, by nodeos' rules of spelling. */
function spellingOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return 'fraction';
    return Math.abs(value) <= LARGEST_NUMBER ? 'integer' : 'integer that must be a string';
  }
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+$/.test(value) && Math.abs(Number(value)) > LARGEST_NUMBER) return 'integer';
  return SPELLINGS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text';
}

/**
 * In what `ours` is not shaped like `recorded`: members that are missing, values of another type or spelling.
 * Lists are compared element by element as far as both go. Paths in `exempt` and below are not looked at.
 */
export function shapeProblems(
  recorded: unknown,
  ours: unknown,
  exempt: ReadonlySet<string>,
  path = '',
): string[] {
  if (exempt.has(path) || recorded === null) return [];
  if (Array.isArray(recorded) && Array.isArray(ours)) {
    return recorded
      .slice(0, ours.length)
      .flatMap((item, at) => shapeProblems(item, ours[at], exempt, `${path}[]`));
  }
  if (isObject(recorded) && isObject(ours)) {
    return Object.entries(recorded).flatMap(([member, value]) => {
      const inside = path === '' ? member : `${path}.${member}`;
      if (exempt.has(inside)) return [];
      return member in ours ? shapeProblems(value, ours[member], exempt, inside) : [`${inside} is missing`];
    });
  }
  const [theirs, mine] = [spellingOf(recorded), spellingOf(ours)];
  return theirs === mine
    ? []
    : [`${path}: ${mine} ${JSON.stringify(ours)} instead of ${theirs} ${JSON.stringify(recorded)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
