import { struct } from '../../kernel/abi/containers';
import { uint64 } from '../../kernel/abi/integers';
import { string } from '../../kernel/abi/scalars';
import { actionSignature } from '../../kernel/contract/action';

// The action of the exchange, for its own code and for all who call it. Orders come as token transfers.

export const cancelorder = actionSignature(struct('cancelorder', { orderIdentifier: uint64, pair: string }));
