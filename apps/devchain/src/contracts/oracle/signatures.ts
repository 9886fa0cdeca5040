import { struct } from '../../kernel/sdk/abi/containers';
import { name, string } from '../../kernel/sdk/abi/scalars';
import { actionSignature } from '../../kernel/sdk/action-signature';

// The actions of the oracle, for its own code and for all who call it.

export const addfeeder = actionSignature(struct('addfeeder', { feeder: name }));
export const rmfeeder = actionSignature(struct('rmfeeder', { feeder: name }));
export const submit = actionSignature(struct('submit', { feeder: name, pair: string, price: string }));
