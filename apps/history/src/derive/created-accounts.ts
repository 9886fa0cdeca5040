import { ByteReader, nameToValue } from '@app/antelope';
import type { ActionWrite } from './action-writes';
import type { CreatedAccountWrite } from './block-writes';
import { readable } from './readable';

const SYSTEM = nameToValue('eosio');
const NEW_ACCOUNT = nameToValue('newaccount');

/** Accounts that newaccount actions of the system made. */
export const createdAccounts = (actions: readonly ActionWrite[]): CreatedAccountWrite[] =>
  actions
    .filter(({ account, name }) => account === SYSTEM && name === NEW_ACCOUNT)
    .flatMap(({ data, globalSequence }) =>
      readable(() => {
        const reader = new ByteReader(data);
        return { creator: reader.uint64(), account: reader.uint64(), globalSequence };
      }),
    );
