/** Amounts, prices and times are the agent's own arithmetic. */
const DECIMAL = /^\d+(\.\d+)?$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const ID = /(?:^|_)id$/;

/**
 * Members of an input whose value stands in nothing that the agent has read: names, addresses, pairs and ids that it
 * can only know from elsewhere. Signatures are its own.
 */
export function unfounded(input: unknown, read: string, path = ''): string[] {
  if (Array.isArray(input)) return input.flatMap((item) => unfounded(item, read, path));
  if (typeof input === 'object' && input !== null) {
    return Object.entries(input).flatMap(([name, value]) =>
      name === 'signatures' ? [] : unfounded(value, read, name),
    );
  }
  if (typeof input === 'boolean') return [];
  const value = String(input);
  if (ID.test(path)) return new RegExp(`\\b${value}\\b`).test(read) ? [] : [`${path}: ${value}`];
  return DECIMAL.test(value) || TIME.test(value) || read.includes(value) ? [] : [`${path}: ${value}`];
}
