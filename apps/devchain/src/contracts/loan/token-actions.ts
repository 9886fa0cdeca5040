import type { Asset } from '@app/antelope';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { amountOf, type Token } from '../shared/tokens';
import { issue, retire, transfer } from '../token/signatures';
import { REFUSALS } from './refusals';

/** Sends tokens of the lending account. */
export function pay(context: ContractContext, token: Token, to: string, units: bigint, memo: string): void {
  context.inline(token.contract, transfer, {
    from: context.receiver,
    to,
    quantity: amountOf(token, units),
    memo,
  });
}

/** Makes shares for a lender. */
export function issueShares(
  context: ContractContext,
  share: Token,
  to: string,
  units: bigint,
  memo: string,
): void {
  const quantity = amountOf(share, units);
  context.inline(share.contract, issue, { to: context.receiver, quantity, memo });
  pay(context, share, to, units, memo);
}

/** Takes shares that the lending account holds out of existence. */
export function retireShares(context: ContractContext, share: Token, units: bigint, memo: string): void {
  context.inline(share.contract, retire, { quantity: amountOf(share, units), memo });
}

/** The units of an argument; fails the transaction unless it is a positive amount of that token. */
export function requireAmount({ symbol, precision }: Token, argument: Asset): bigint {
  check(argument.symbol === symbol && argument.precision === precision, REFUSALS.asset(symbol));
  check(argument.units > 0n, REFUSALS.notPositive);
  return argument.units;
}
