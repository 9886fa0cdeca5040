/** Members with an asset text, which history nodes repeat in two members, the amount as a number. */
const ASSETS = ['quantity', 'balance'];
const REPEATED = ['amount', 'symbol'];

/**
 * Data of a history node without the members that it adds beside an asset text: numbers of JSON are floats here, which do
 * not have every digit of an amount.
 */
export function exactData(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const members = data as Readonly<Record<string, unknown>>;
  const isRepeated =
    typeof members['amount'] === 'number' && ASSETS.some((name) => typeof members[name] === 'string');
  if (!isRepeated) return data;
  return Object.fromEntries(Object.entries(members).filter(([name]) => !REPEATED.includes(name)));
}
