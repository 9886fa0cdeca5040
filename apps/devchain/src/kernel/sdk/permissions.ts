export const OWNER = 'owner';
export const ACTIVE = 'active';
/** Virtual permission that stands for "the code of this account". */
export const CODE_PERMISSION = 'eosio.code';
/** Virtual permission to link actions to that any permission of the account may run. */
export const ANY_PERMISSION = 'eosio.any';
