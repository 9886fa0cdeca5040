import { struct } from '../../kernel/sdk/abi/containers';
import { uint16, uint64 } from '../../kernel/sdk/abi/integers';
import { asset, checksum256, name, string } from '../../kernel/sdk/abi/scalars';
import { actionSignature } from '../../kernel/sdk/action-signature';
import { feeMembers } from './tables';

// Actions of both bridges.

export const setfees = actionSignature(struct('setfees', feeMembers));
export const receive = actionSignature(
  struct('receive', { txid: checksum256, btc_address: string, quantity: asset }),
);
export const settle = actionSignature(struct('settle', {}));
export const approve = actionSignature(struct('approve', { id: uint64 }));
export const cancel = actionSignature(struct('cancel', { id: uint64, reason: string }));

// Actions of the BTC bridge alone.

export const genaddr = actionSignature(struct('genaddr', { account: name }));
export const btcsend = actionSignature(struct('btcsend', { btc_address: string, quantity: asset }));
export const btcblocks = actionSignature(struct('btcblocks', { count: uint16 }));
