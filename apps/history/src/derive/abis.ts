import { ChainReader, nameToValue } from '@app/antelope';
import type { ActionWrite } from './action-writes';
import type { AbiWrite } from './block-writes';
import type { NativeRow } from './contract-rows';
import { readable } from './readable';

const SYSTEM = nameToValue('eosio');
const SET_ABI = nameToValue('setabi');

/**
 * ABIs by the setabi actions of the system, so that two in one block stay apart, and those of the accounts of a
 * snapshot, which are older than every action.
 */
export const abiWrites = (
  actions: readonly ActionWrite[],
  snapshot: readonly NativeRow<'account'>[],
): AbiWrite[] => [
  ...snapshot
    .filter(({ present, row }) => present && row.abi.length > 0)
    .map(({ row }) => ({ account: row.name, globalSequence: 0n, abi: row.abi })),
  ...actions
    .filter(({ account, name }) => account === SYSTEM && name === SET_ABI)
    .flatMap(({ data, globalSequence }) =>
      readable(() => {
        const reader = new ChainReader(data);
        return { account: reader.uint64(), globalSequence, abi: reader.prefixed() };
      }),
    ),
];
