import { nameToValue } from '@app/antelope';
import { TOKENS } from '../../../../apps/history/src/routes/get-tokens';
import { VOTERS } from '../../../../apps/history/src/routes/get-voters';
import type { HistoryReader } from '../../../../apps/history/src/store/port';
import { storedHistory } from '../../../harness/history/stored-history';

const PAGE = { skip: 0, limit: 1000 };

/** The answers of a reader: the history, and the state of accounts, contracts, schedules and voters. */
export async function wholeHistory(reader: HistoryReader) {
  const accounts = ['alice', 'bob', 'eosio', 'btc.token'].map(nameToValue);
  const state = [];
  for (const account of accounts)
    state.push(
      await reader.list(TOKENS, { account, ...PAGE }),
      await reader.permissions(account, 1000),
      await reader.links({ account, skip: 0, limit: 1000 }),
      await reader.createdAccounts(account, PAGE),
      await reader.abi({ contract: account }),
      await reader.rows({ code: account, table: nameToValue('accounts'), limit: 1000 }),
      await reader.rows({ code: account, table: nameToValue('branch'), limit: 10_000 }),
      await reader.actions({ account, ...PAGE, order: 'asc', countUpTo: Infinity }),
    );
  return {
    ...(await storedHistory(reader)),
    state,
    schedule: await reader.schedule({ kind: 'activated' }),
    missed: await reader.missedBlocks({ limit: 1000 }),
    voters: await reader.list(VOTERS, { ...PAGE, producers: [] }),
  };
}
