const LARGEST_NUMBER = 0xffff_ffff;

/** Formats of strings that must be the same on both sides, most particular first. */
const FORMATS: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['hash', /^[0-9a-f]{64}$/],
  ['time with milliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/],
  ['time in seconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
  ['asset', /^-?\d+(?:\.\d+)? [A-Z]{1,7}$/],
  ['key', /^(?:[A-Z]{3}|PUB_)[1-9A-Za-z_]{40,}$/],
  ['signature', /^SIG_(?:K1|R1|WA)_\w+$/],
  ['double', /^-?\d+\.\d{17}$/],
];

/** The kind of a value by the JSON formats of nodeos. */
function formatOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return 'fraction';
    return Math.abs(value) <= LARGEST_NUMBER ? 'integer' : 'integer that must be a string';
  }
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+$/.test(value) && Math.abs(Number(value)) > LARGEST_NUMBER) return 'integer';
  return FORMATS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text';
}

/**
 * Differences of `ours` from the shape of `recorded`: missing members, values of another type or format.
 * Lists are compared element by element up to the shorter one. Paths in `exempt` and below are skipped.
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
  const [theirs, mine] = [formatOf(recorded), formatOf(ours)];
  return theirs === mine
    ? []
    : [`${path}: ${mine} ${JSON.stringify(ours)} instead of ${theirs} ${JSON.stringify(recorded)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
