import { list, struct } from '../../kernel/sdk/abi/containers';
import { uint16 } from '../../kernel/sdk/abi/integers';
import { bool, name, publicKey, string } from '../../kernel/sdk/abi/scalars';
import { actionSignature } from '../../kernel/sdk/action-signature';

// Actions of the system contract about producers and votes. Source of names and fields: eosio.system.

export const regproducer = actionSignature(
  struct('regproducer', { producer: name, producer_key: publicKey, url: string, location: uint16 }),
);
export const unregprod = actionSignature(struct('unregprod', { producer: name }));
export const voteproducer = actionSignature(
  struct('voteproducer', { voter: name, proxy: name, producers: list(name) }),
);
export const regproxy = actionSignature(struct('regproxy', { proxy: name, isproxy: bool }));
