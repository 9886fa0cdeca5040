import fc from 'fast-check';
import type { Schema } from '../src';

type Arbitrary = fc.Arbitrary<unknown>;

/** Values of every JSON type, so that some of them are wrong for any schema. */
const ANYTHING: Arbitrary = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1,
    1.5,
    2 ** 53,
    1e300,
    -0,
    '',
    '5',
    '-5',
    '1.5',
    '01',
    'true',
    'false',
  ),
  fc.constantFrom(
    '.',
    'a.',
    'alice',
    'none',
    '[]',
    '{}',
    '["a"]',
    '{"a":1}',
    'null',
    '\ud800',
    '1e5',
    ' 1',
    '0.0',
  ),
  fc.string({ maxLength: 20 }),
  fc.double({ noNaN: true }),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const UNKNOWN_MEMBERS = fc.constantFrom('__proto__', 'constructor', 'toString', 'amout', 'Account', 'x', '');

/** Values that `schema` accepts, its limits among them. */
function accepted(schema: Schema): Arbitrary {
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map(accepted));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return acceptedText(schema);
    case 'integer':
      return acceptedInteger(schema);
    case 'number':
      return fc.oneof(
        fc.constantFrom(1, 0.1, 1e-8, 12345.678),
        fc.double({ min: 1e-9, max: schema.maximum ?? 1e9, noNaN: true }),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      if (schema.items?.type === 'object') return acceptedObjects(schema, accepted(schema.items));
      return fc.array(accepted(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'object':
      return inputs(schema);
    default:
      return ANYTHING;
  }
}

/** Lists of objects of the two shortest lengths: large records in `fc.array` take minutes to generate. */
function acceptedObjects({ minItems = 1 }: Schema, item: Arbitrary): Arbitrary {
  const listOf = (length: number) => fc.tuple(...Array.from({ length }, () => item));
  return fc.oneof(listOf(minItems), listOf(minItems + 1));
}

function acceptedText({ pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const lengths = [minLength, minLength + 1, maxLength - 1, maxLength];
  const limits = fc
    .constantFrom(...lengths, minLength - 1, maxLength + 1)
    .map((length) => 'é😀'.repeat(Math.max(0, length)).slice(0, Math.max(0, length)));
  return fc.oneof(fc.string({ minLength, maxLength: Math.min(maxLength, 40), unit: 'grapheme' }), limits);
}

function acceptedInteger({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): Arbitrary {
  const limits = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1];
  return fc.oneof(
    fc.constantFrom(...limits),
    fc.maxSafeInteger().filter((value) => value >= minimum && value <= maximum),
  );
}

/** Objects near what `schema` accepts: a right one with up to two members spoilt, dropped or added. */
export function inputs(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(schema.properties ?? {});
  const members = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [name, accepted(member)]),
  );
  const right = fc.record(members, { requiredKeys: schema.required ?? [] });
  const spoiler = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...names), ANYTHING) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...names), fc.constant(undefined)) },
    { weight: 1, arbitrary: fc.tuple(UNKNOWN_MEMBERS, ANYTHING) },
  );
  const spoilers = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(spoiler, { minLength: 1, maxLength: 2 }) },
  );
  return fc
    .tuple(right, spoilers)
    .map(([base, changes]) => spoilt(base as Record<string, unknown>, changes as [string, unknown][]));
}

/** As it would arrive: through JSON, `__proto__` as a member of its own. */
function spoilt(base: Record<string, unknown>, changes: [string, unknown][]): Record<string, unknown> {
  const members = new Map(Object.entries(base));
  for (const [name, value] of changes) {
    if (value === undefined) members.delete(name);
    else members.set(name, value);
  }
  const text = [...members]
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',');
  return JSON.parse(`{${text}}`) as Record<string, unknown>;
}
