const WITHHELD = 'withheld: read it on a node of your own';

/**
 * An answer of the gateway without the values of members that hold a Bitcoin address: one that lies could name its own,
 * and who pays there loses the coins.
 */
export function withoutAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name.includes('address') && member !== null ? WITHHELD : withoutAddresses(member),
    ]),
  );
}
