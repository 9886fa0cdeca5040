/** Types of the members of an answer. A list has the shape of its entries, of which there is at least one. */
export type Shape =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'any'
  | readonly [Shape]
  | { readonly [member: string]: Shape };

export const TOTAL = { total: { value: 'integer', relation: 'string' } } as const satisfies Shape;
/** On every answer of /v2, and on that of trace_api get_block. */
export const ENVELOPE = {
  ...{ query_time_ms: 'integer', cached: 'boolean', hot_only: 'boolean', lib: 'integer' },
  ...{ last_indexed_block: 'integer', last_indexed_block_time: 'string', ...TOTAL },
} as const satisfies Shape;

/** Paths at which a value does not have the members or the types of a shape. Other members are no fault. */
export function shapeFaults(shape: Shape, value: unknown, path = ''): string[] {
  if (shape === 'any') return value === undefined ? [`${path}: missing`] : [];
  if (typeof shape === 'string') {
    const isOfType = shape === 'integer' ? Number.isInteger(value) : typeof value === shape;
    return isOfType ? [] : [`${path}: ${typeof value}, expected ${shape}`];
  }
  if (Array.isArray(shape)) {
    const [entry] = shape as readonly [Shape];
    if (!Array.isArray(value) || value.length === 0) return [`${path}: no entries`];
    return value.flatMap((each, index) => shapeFaults(entry, each, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: no object`];
  return Object.entries(shape).flatMap(([member, expected]) =>
    shapeFaults(expected as Shape, (value as Record<string, unknown>)[member], `${path}.${member}`),
  );
}

/** The shape of a recorded value: that of the first entry stands for a list; empty lists and null have any. */
export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.length === 0 ? 'any' : [shapeOf(value[0])];
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, shapeOf(each)]));
  return value === null ? 'any' : (typeof value as 'string' | 'number' | 'boolean');
}
