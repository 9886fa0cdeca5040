import { WalletPluginPrivateKey } from '@wharfkit/wallet-plugin-privatekey';
import { openWallet } from './open-wallet';
import { RelayedWallet } from './relayed-wallet';

openWallet(({ developmentKey, relay }) => [
  ...(developmentKey === undefined ? [] : [new WalletPluginPrivateKey(developmentKey)]),
  ...(relay === undefined ? [] : [new RelayedWallet(relay)]),
]);
