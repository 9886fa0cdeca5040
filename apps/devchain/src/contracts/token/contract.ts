import { action } from '../../kernel/sdk/action';
import { type Contract, contract } from '../../kernel/sdk/contract';
import { closeBalance, openBalance, transferTokens } from './holdings';
import { close, create, issue, open, retire, transfer } from './signatures';
import { createToken, issueTokens, retireTokens } from './supply';
import { balancesTable, tokenStatsTable } from './tables';

/** The standard token contract at an account, with the checks and words of the widely deployed one. */
export function createTokenContract(account: string): Contract {
  return contract({
    account,
    actions: [
      action(create, createToken),
      action(issue, issueTokens),
      action(retire, retireTokens),
      action(transfer, transferTokens),
      action(open, openBalance),
      action(close, closeBalance),
    ],
    tables: [balancesTable, tokenStatsTable],
  });
}
