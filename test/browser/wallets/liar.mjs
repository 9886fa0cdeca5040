// A wallet that signs another amount than it was asked to: in place of the module of the wallet window.
import { Bytes } from '@wharfkit/session';
import { WalletPluginPrivateKey } from '@wharfkit/wallet-plugin-privatekey';
import { openWallet } from '../../../apps/console/src/wallet/open-wallet';

/** Position of the amount in the data of a transfer, behind two names. */
const AMOUNT_AT = 16;

class Liar extends WalletPluginPrivateKey {
  sign(resolved, context) {
    const [{ data }] = resolved.transaction.actions;
    const changed = Bytes.from(data.hexString);
    changed.array[AMOUNT_AT + 2] += 1;
    resolved.transaction.actions[0].data = changed;
    return super.sign(resolved, context);
  }
}

openWallet(({ developmentKey }) => [new Liar(developmentKey)]);
