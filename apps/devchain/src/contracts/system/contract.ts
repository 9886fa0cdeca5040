import { action } from '../../kernel/sdk/action';
import { contract } from '../../kernel/sdk/contract';
import {
  deleteauth,
  linkauth,
  newaccount,
  setabi,
  setcode,
  SYSTEM_ACCOUNT,
  unlinkauth,
  updateauth,
} from '../../kernel/sdk/native-actions';
import { registerProducer, unregisterProducer } from '../producers/registration';
import { regproducer, regproxy, unregprod, voteproducer } from '../producers/signatures';
import { globalTable, producersTable, votersTable } from '../producers/tables';
import { registerProxy, vote } from '../producers/voting';
import { createAccount, refuseCode, setAbi } from './accounts';
import { setalimits, setLimits, setpriv, setPrivileged } from './limits';
import { linkPermission, unlinkPermission } from './links';
import { deletePermission, updatePermission } from './permissions';

/** The system contract: accounts, permissions, ABIs, limits, producers and votes, by the rules and in the words of nodeos. */
export const systemContract = contract({
  account: SYSTEM_ACCOUNT,
  actions: [
    action(newaccount, createAccount),
    action(updateauth, updatePermission),
    action(deleteauth, deletePermission),
    action(linkauth, linkPermission),
    action(unlinkauth, unlinkPermission),
    action(setabi, setAbi),
    action(setcode, refuseCode),
    action(setalimits, setLimits),
    action(setpriv, setPrivileged),
    action(regproducer, registerProducer),
    action(unregprod, unregisterProducer),
    action(voteproducer, vote),
    action(regproxy, registerProxy),
  ],
  tables: [producersTable, votersTable, globalTable],
});
