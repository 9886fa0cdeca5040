import type { NetworkName } from '@app/networks';

/** Path prefixes of the mirror and the network behind each. Source: docs/reference/node-api.md, networks. */
export const MIRROR_ROOTS: readonly { readonly prefix: string; readonly network: NetworkName }[] = [
  { prefix: '', network: 'mainnet' },
  { prefix: '/mainnet', network: 'mainnet' },
  { prefix: '/testnet', network: 'testnet' },
];
