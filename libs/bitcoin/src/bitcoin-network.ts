/** The networks of Bitcoin, as contract profiles name them. */
export const BITCOIN_NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest'] as const;
/** A network of Bitcoin. */
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number];

/**
 * Prefixes of the addresses of a network. Testnet and signet share all of it: their addresses cannot be distinguished.
 */
interface AddressMarks {
  /** Human-readable part of segwit addresses (BIP 173; signet: BIP 325). */
  readonly prefix: string;
  /** First byte of base58check addresses: those that pay to a key hash, and to a script hash. */
  readonly base58Versions: readonly number[];
}

export const ADDRESS_MARKS: Readonly<Record<BitcoinNetwork, AddressMarks>> = {
  mainnet: { prefix: 'bc', base58Versions: [0x00, 0x05] },
  testnet: { prefix: 'tb', base58Versions: [0x6f, 0xc4] },
  signet: { prefix: 'tb', base58Versions: [0x6f, 0xc4] },
  regtest: { prefix: 'bcrt', base58Versions: [0x6f, 0xc4] },
};

/** The networks whose addresses carry a mark. */
export function networksWith(hasMark: (marks: AddressMarks) => boolean): BitcoinNetwork[] {
  return BITCOIN_NETWORKS.filter((network) => hasMark(ADDRESS_MARKS[network]));
}
