import { action } from '../../kernel/sdk/action';
import { contract } from '../../kernel/sdk/contract';
import { ORACLE } from '../shared/account-names';
import { addFeeder, removeFeeder } from './feeders';
import { addfeeder, rmfeeder, submit } from './signatures';
import { submitPrice } from './submit-price';
import { pricesTable, feedersTable, submissionsTable } from './tables';

/** The oracle: docs/contracts/oracle.md. */
export const oracleContract = contract({
  account: ORACLE,
  actions: [action(addfeeder, addFeeder), action(rmfeeder, removeFeeder), action(submit, submitPrice)],
  tables: [feedersTable, submissionsTable, pricesTable],
});
