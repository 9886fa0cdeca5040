export { BitcoinAddressError } from './address-error';
export { readBitcoinAddress } from './bitcoin-address';
export { BITCOIN_NETWORKS, type BitcoinNetwork } from './bitcoin-network';
