import {
  type ActionCall,
  type ProfileWithoutTables,
  profileEntry,
  type TemplateValues,
  type Token,
} from '@app/networks';
import type { LendingAction, LendingPayment } from '../composing/sentences/describe-lending';
import { chainAmount } from '../formatting/token-amount';

/** One step of a proposal, independent of the names of the contracts. */
export type LendingStep =
  | { readonly action: LendingAction; readonly values: TemplateValues }
  | {
      readonly payment: LendingPayment;
      readonly token: Token;
      readonly units: bigint;
      readonly values: TemplateValues;
    };

/** Processes the queues of the contract. Added to every proposal after which a queued request may be filled. */
export const processQueue = (account: string): LendingStep => ({
  action: 'process_queue',
  values: { account },
});

/** The action of a step, with the names of the profile. */
export function callOf(profile: ProfileWithoutTables, account: string, step: LendingStep): ActionCall {
  if ('action' in step) return profile.action(step.action, step.values);
  const { payment, token, units, values } = step;
  return profile.transfer(token, {
    from: account,
    to: profile.account('lending'),
    quantity: chainAmount(units, token),
    memo: profile.memo(payment, { account, ...values }),
  });
}

/** The profile entries that a step requires. */
export function entriesOf(step: LendingStep): string[] {
  if ('action' in step) return [profileEntry.action(step.action)];
  // Tokens sent to an account without a contract would be lost.
  return [profileEntry.token(step.token.apiSymbol), profileEntry.account('lending')];
}
