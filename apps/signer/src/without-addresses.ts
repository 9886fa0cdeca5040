const WITHHELD = 'withheld: read it on a node of your own';
const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
/**
 * Parts of a text in the shape of a Bitcoin address of any network: bech32 in any case, 26 to 35 characters of base58
 * with its first ones. Checksums are not looked at, as a reader may correct them; hashes in hexadecimal are longer.
 */
const ADDRESS = new RegExp(
  `(?<![A-Za-z0-9])(?:(?:[bB][cC](?:[rR][tT])?|[tT][bB])1[A-Za-z0-9]{6,90}|[123mn]${BASE58}{25,34})(?![A-Za-z0-9])`,
  'g',
);

/** A text of the gateway, such as an error, without what has the shape of an address. */
export const withoutAddressesIn = (text: string): string => text.replace(ADDRESS, WITHHELD);

/**
 * An answer of the gateway without Bitcoin addresses, in members of any name and in names: one that lies could name its
 * own, and who pays there loses the coins.
 */
export function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return withoutAddressesIn(value);
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      withoutAddressesIn(name),
      name.includes('address') && member !== null ? WITHHELD : withoutAddresses(member),
    ]),
  );
}
