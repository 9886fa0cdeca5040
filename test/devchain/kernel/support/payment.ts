import { transfer } from '../../../../apps/devchain/src/contracts/token/signatures';
import { actionOf } from '../../../../apps/devchain/src/client/action';

export const quantity = { symbol: 'BTC', precision: 8, units: 1n };

export const pay = (memo = ''): ReturnType<typeof actionOf> =>
  actionOf('btc.token', transfer, { from: 'alice', to: 'bob', quantity, memo }, 'alice');
