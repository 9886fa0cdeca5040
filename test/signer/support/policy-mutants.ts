import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { pathsOf } from '../../../apps/signer/src/testing/paths';

type Path = readonly string[];
type Members = Record<string, unknown>;

/** Members whose names the owner chooses: tokens, pairs and windows. */
const NAMED =
  /^((?:debt_|collateral_)?caps(?:\.\*\.windows)?|allow\.transfer|allow\.place_order\.pairs|confirm\.above)\.[^.]+/;
/** A larger value here states a larger limit. */
const LARGER =
  /per_hour|concurrent|lifetime|caps|buy_up_to|worse_by_bps|max_age|open_orders|max_apr|max_ltv|above/;
const SMALLER = /sell_from/;
/** Another value here states another rule of the owner's. */
const OTHER = /beyond|stop_file|hours/;
/** Rules that a policy may do without. */
const OPTIONAL =
  /price_guard|open_orders|max_ltv|concurrent|lifetime|hours|stop_file|above|new_recipient|windows/;
/** A member that is new here allows more. */
const ALLOWING = /^(?:debt_caps|collateral_caps|caps|allow)/;

/** Values by path. Entries of lists have their value in the path: their order means nothing. */
function leavesOf(value: unknown, before = ''): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return new Map([[before, value]]);
  const entries = Array.isArray(value)
    ? value.map((entry) => [`[${JSON.stringify(entry)}]`, entry] as const)
    : Object.entries(value as Members);
  return new Map(
    entries.flatMap(([name, child]) => [...leavesOf(child, before === '' ? name : `${before}.${name}`)]),
  );
}

/** A path without the names that the owner chooses. */
function shapeOf(path: string): string {
  const shape = path.replace(/\.\[.*\]$/, '.[]');
  const named = shape.replace(NAMED, '$1.*');
  return named.replace(NAMED, (whole, holder: string) => (whole.includes('windows') ? `${holder}.*` : whole));
}

/** A number, an amount or a duration in one unit. */
function sizeOf(value: unknown): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(String(value)) ?? [];
  const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 }[unit] ?? 1;
  return digits === undefined ? undefined : Number(digits) * seconds;
}

/**
 * Whether a changed policy plainly states that more is allowed: a larger limit, another entry of a list, a rule that is
 * left out. One with a member at a place where none is known states nothing plainly: it is misspelt.
 */
export function statesMore(original: unknown, changed: unknown): boolean {
  const [before, after] = [leavesOf(original), leavesOf(changed)];
  const shapes = new Set([...before.keys()].map(shapeOf));
  if ([...after.keys()].some((path) => !shapes.has(shapeOf(path)))) return false;
  const added = [...after].filter(([path]) => !before.has(path));
  const removed = [...before].filter(([path]) => !after.has(path));
  const differing = [...after].filter(([path, value]) => before.has(path) && before.get(path) !== value);
  return (
    added.some(([path]) => ALLOWING.test(path) || OTHER.test(path)) ||
    removed.some(([path]) => OPTIONAL.test(path)) ||
    differing.some(([path, value]) => isMore(path, before.get(path), value))
  );
}

function isMore(path: string, before: unknown, after: unknown): boolean {
  if (OTHER.test(path)) return true;
  const [from, to] = [sizeOf(before), sizeOf(after)];
  if (from === undefined || to === undefined) return false;
  return (LARGER.test(path) && to > from) || (SMALLER.test(path) && to < from);
}

const holderOf = (policy: Members, path: Path): Members =>
  path.slice(0, -1).reduce((at, name) => at[name] as Members, policy);

/** A copy in which the member at a path was changed. */
function withChange(policy: object, path: Path, change: (holder: Members, name: string) => void): string {
  const copy = structuredClone(policy) as Members;
  change(holderOf(copy, path), path.at(-1)!);
  return stringify(copy, { aliasDuplicateObjects: false });
}

const MISSPELT: readonly ((name: string) => string)[] = [
  (name) => `${name}x`,
  (name) => name.slice(0, -1),
  (name) => name.toUpperCase(),
  (name) => name.replaceAll('_', '-'),
  (name) => ` ${name}`,
];
/** In place of a value. None of them is a larger limit. */
const ODD: readonly unknown[] = [
  ...[
    null,
    -1,
    0,
    1e300,
    true,
    '0',
    '-1',
    '1e9',
    '1_000',
    '1,5',
    '0x10',
    ' 9',
    '9 ',
    '١',
    '',
    '025',
    '25.',
    '+25',
    [],
    {},
    '*',
  ],
];

/** A smaller limit, in the form of the larger one. */
function halfOf(value: unknown): unknown {
  if (typeof value === 'number') return Math.ceil(value / 2);
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(String(value)) ?? [];
  if (typeof value !== 'string' || digits === '') return value;
  return `${digits.includes('.') ? Number(digits) / 2 : Math.ceil(Number(digits) / 2)}${unit}`;
}

/** Each member misspelt, left out, in the object above, smaller, or with an odd value; one odd value each unless every way. */
export function structuralMutants(policy: object, everyWay: boolean): string[] {
  return pathsOf(policy).flatMap((path, index) => {
    const ways: ((holder: Members, name: string) => void)[] = [
      ...MISSPELT.map((misspell) => (holder: Members, name: string) => {
        holder[misspell(name)] = holder[name];
        Reflect.deleteProperty(holder, name);
      }),
      ...ODD.map((odd) => (holder: Members, name: string) => {
        holder[name] = odd;
      }),
      (holder, name) => {
        holder[name] = halfOf(holder[name]);
      },
      (holder, name) => {
        if (Array.isArray(holder)) holder.splice(Number(name), 1);
        else Reflect.deleteProperty(holder, name);
      },
    ];
    const chosen = everyWay ? ways : [ways[0]!, ways[1 + (index % (ways.length - 1))]!, ...ways.slice(-2)];
    const moved = (): string => {
      const copy = structuredClone(policy) as Members;
      const holder = holderOf(copy, path);
      holderOf(copy, path.slice(0, -1))[path.at(-1)!] = holder[path.at(-1)!];
      Reflect.deleteProperty(holder, path.at(-1)!);
      return stringify(copy, { aliasDuplicateObjects: false });
    };
    return [
      ...chosen.map((change) => withChange(policy, path, change)),
      ...(path.length > 1 ? [moved()] : []),
    ];
  });
}

/** A text with one to three slips of an editor: lines that are lost, doubled, exchanged or moved, and wrong characters. */
export function textMutants(text: string): fc.Arbitrary<string> {
  const slip = fc.tuple(fc.nat(), fc.nat({ max: 7 }), fc.constantFrom(...'0159.-_:"\'#&*!|>[]{}, \t\néx'));
  return fc.array(slip, { minLength: 1, maxLength: 3 }).map((slips) => slips.reduce(withSlip, text));
}

function withSlip(text: string, [at, kind, character]: readonly [number, number, string]): string {
  const lines = text.split('\n');
  const line = at % lines.length;
  const [here = '', next = ''] = [lines[line], lines[line + 1]];
  const place = at % (text.length + 1);
  switch (kind) {
    case 0:
      return lines.toSpliced(line, 1).join('\n');
    case 1:
      return lines.toSpliced(line, 0, here).join('\n');
    case 2:
      return lines.toSpliced(line, 2, next, here).join('\n');
    case 3:
      return lines.toSpliced(line, 1, `  ${here}`).join('\n');
    case 4:
      return lines.toSpliced(line, 1, here.replace(/^ {2}/, '')).join('\n');
    case 5:
      return text.slice(0, place) + text.slice(place + 1);
    case 6:
      return text.slice(0, place) + character + text.slice(place + 1);
    default:
      return text.slice(0, place) + character + text.slice(place);
  }
}

/** The content of a policy that was read. */
export const contentOf = (text: string): unknown => parse(text, { version: '1.2', logLevel: 'error' });
