import { struct } from '../../kernel/sdk/abi/containers';
import { asset, name, string, symbol } from '../../kernel/sdk/abi/scalars';
import { actionSignature } from '../../kernel/sdk/action-signature';

// The actions of a standard token contract, for its own code and for all who call it or are notified by it.

export const create = actionSignature(struct('create', { issuer: name, maximum_supply: asset }));
export const issue = actionSignature(struct('issue', { to: name, quantity: asset, memo: string }));
export const retire = actionSignature(struct('retire', { quantity: asset, memo: string }));
export const transfer = actionSignature(
  struct('transfer', { from: name, to: name, quantity: asset, memo: string }),
);
export const open = actionSignature(struct('open', { owner: name, symbol, ram_payer: name }));
export const close = actionSignature(struct('close', { owner: name, symbol }));
