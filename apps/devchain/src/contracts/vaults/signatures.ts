import { struct } from '../../kernel/abi/containers';
import { uint8 } from '../../kernel/abi/integers';
import { name } from '../../kernel/abi/scalars';
import { actionSignature } from '../../kernel/contract/action';

// Actions of the vault bridge beyond those of both bridges.

export const reqaddr = actionSignature(struct('reqaddr', { vault: name }));
export const assign = actionSignature(struct('assign', { count: uint8 }));
