import { derivePrivateKey, type PackedAction, type PrivateKeyValue } from '@app/antelope';
import { transfer } from '../../../../apps/devchain/src/contracts/token/signatures';
import { type Authority } from '../../../../apps/devchain/src/kernel/sdk/authority';
import { linkauth, unlinkauth, updateauth } from '../../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../../apps/devchain/src/client/action';

export const quantity = { symbol: 'BTC', precision: 8, units: 1n };

export const pay = (permission: string, contract = 'btc.token'): PackedAction =>
  actionOf(contract, transfer, { from: 'alice', to: 'bob', quantity, memo: '' }, `alice@${permission}`);

export const update = (
  permission: string,
  parent: string,
  auth: Authority,
  by = 'alice@owner',
): PackedAction => actionOf('eosio', updateauth, { account: 'alice', permission, parent, auth }, by);

export const link = (
  requirement: string,
  code = 'btc.token',
  type = 'transfer',
  by = 'alice@active',
): PackedAction => actionOf('eosio', linkauth, { account: 'alice', code, type, requirement }, by);

export const unlink = (code = 'btc.token', type = 'transfer', by = 'alice@active'): PackedAction =>
  actionOf('eosio', unlinkauth, { account: 'alice', code, type }, by);

export const [first, second, third] = ['first', 'second', 'third'].map(derivePrivateKey) as [
  PrivateKeyValue,
  PrivateKeyValue,
  PrivateKeyValue,
];
