import type { BitcoinNetwork } from './bitcoin-network';

/** An address whose checksum is right. */
export interface DecodedAddress {
  /** Its usual text. */
  readonly text: string;
  /** The networks it can belong to. */
  readonly networks: readonly BitcoinNetwork[];
}
