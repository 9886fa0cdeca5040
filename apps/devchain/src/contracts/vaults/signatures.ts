import { struct } from '../../kernel/sdk/abi/containers';
import { uint8 } from '../../kernel/sdk/abi/integers';
import { name } from '../../kernel/sdk/abi/scalars';
import { actionSignature } from '../../kernel/sdk/action-signature';

// Actions of the vault bridge beyond those of both bridges.

export const reqaddr = actionSignature(struct('reqaddr', { vault: name }));
export const assign = actionSignature(struct('assign', { count: uint8 }));
