import { struct } from '../../kernel/sdk/abi/containers';
import { uint16, uint64, uint8 } from '../../kernel/sdk/abi/integers';
import { asset, name, string } from '../../kernel/sdk/abi/scalars';
import { actionSignature } from '../../kernel/sdk/action-signature';

// The actions of the lending contract, for its own code and for all who call it.

export const init = actionSignature(struct('init', {}));
export const setcurve = actionSignature(
  struct('setcurve', {
    base_apr_bps: uint16,
    kink_utilization_bps: uint16,
    kink_apr_bps: uint16,
    max_apr_bps: uint16,
  }),
);
export const createvault = actionSignature(struct('createvault', { owner: name, vault: name }));
export const genaddr = actionSignature(struct('genaddr', { owner: name, vault: name }));
export const borrowvar = actionSignature(
  struct('borrowvar', { account: name, amount: asset, pool_id: uint8, max_apr_bps: uint16 }),
);
export const processqueue = actionSignature(struct('processqueue', {}));
export const cancelloan = actionSignature(struct('cancelloan', { account: name }));
export const withdraw = actionSignature(
  struct('withdraw', { account: name, quantity: asset, btc_address: string }),
);
export const cancelredeem = actionSignature(struct('cancelredeem', { account: name, id: uint64 }));
