import { struct } from '../../kernel/sdk/abi/containers';
import { uint64 } from '../../kernel/sdk/abi/integers';
import { string } from '../../kernel/sdk/abi/scalars';
import { actionSignature } from '../../kernel/sdk/action-signature';

// The action of the exchange, for its own code and for all who call it. Orders come as token transfers.

export const cancelorder = actionSignature(struct('cancelorder', { orderIdentifier: uint64, pair: string }));
