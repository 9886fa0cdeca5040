import { nameToValue } from '@app/antelope';
import type { TableDelta } from '@app/ship';
import type { PermissionWrite } from './block-writes';
import { rowsOf } from './contract-rows';

const SYSTEM = nameToValue('eosio');
const OWNER = nameToValue('owner');

/**
 * Whether the rows of the first block of a store are the whole state, as nodes send it for the first entry of their log.
 * The owner permission of the system is in every state, and in the changes of a block only when that changed it.
 */
export const isWholeState = (deltas: readonly TableDelta[]): boolean =>
  deltas.some(({ name }) => name === 'global_property') &&
  rowsOf(deltas, 'permission').some(({ present, row }) => present && isSystemOwner(row));

/** Whether a permission is the one that every whole state has. */
export const isSystemOwner = ({ owner, name }: Pick<PermissionWrite, 'owner' | 'name'>): boolean =>
  owner === SYSTEM && name === OWNER;
