import { conciseForm, without } from '@app/tooling';
import { shortDecimal, shortDecimals } from '../formatting/short-decimal';
import { ConciseAccountAnswer } from './dto/concise-account.dto';
import type { GetAccountAnswer } from './dto/get-account.dto';

/** The short form of get_account. */
export const CONCISE_ACCOUNT = conciseForm(
  ConciseAccountAnswer,
  (answer: GetAccountAnswer): ConciseAccountAnswer => ({
    ...without(answer, 'created', 'resources'),
    detail: 'concise',
    balances: shortDecimals(answer.balances),
    pool_shares:
      answer.pool_shares &&
      answer.pool_shares
        .filter(({ amount }) => amount === null || Number(amount) > 0)
        .map((share) => ({
          ...share,
          amount: shortDecimal(share.amount),
          value_usdt: shortDecimal(share.value_usdt),
        })),
    locked: answer.locked && shortDecimals(answer.locked),
    permissions: answer.permissions.map(({ name }) => ({ name })),
  }),
);
