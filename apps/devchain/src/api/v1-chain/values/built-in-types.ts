import { ABI } from '@wharfkit/antelope';

/** An ABI that defines nothing: for the types every node knows. */
export const BUILT_IN_TYPES = ABI.from({ version: 'eosio::abi/1.1' });
