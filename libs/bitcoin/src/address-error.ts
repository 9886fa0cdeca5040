/** A text that is no address to pay to; the message says why, without the field's name. */
export class BitcoinAddressError extends Error {
  override readonly name = 'BitcoinAddressError';
}
