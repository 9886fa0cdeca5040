import { TextField } from '@app/tooling';

/** Where bitcoin goes to; checksum and network are for readBitcoinAddress to judge. BIP 173: no address is longer. */
export function BitcoinAddressField(): PropertyDecorator {
  return TextField({
    minLength: 1,
    maxLength: 90,
    description:
      "Bitcoin address (base58, bech32 or bech32m) of this network's Bitcoin; checksum and network are checked",
    example: EXAMPLE_BITCOIN_ADDRESS,
  });
}

/** An address of a regtest network, for examples. */
export const EXAMPLE_BITCOIN_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
