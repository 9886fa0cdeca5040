import { BitcoinAddressError, type BitcoinNetwork, readBitcoinAddress } from '@app/bitcoin';

/** The network the simulated Bitcoin says it is, and what its segwit addresses begin with. */
export const REGTEST = { name: 'regtest', prefix: 'bcrt' } as const satisfies {
  name: BitcoinNetwork;
  prefix: string;
};

/** The canonical form of a payable address; undefined for any other text. */
export function readAddress(text: string): string | undefined {
  try {
    return readBitcoinAddress(text, REGTEST.name);
  } catch (error) {
    if (error instanceof BitcoinAddressError) return undefined;
    throw error;
  }
}
