import {
  type ActionCall,
  type ContractProfile,
  profileEntry,
  type TemplateValues,
  type Token,
} from '@app/networks';
import type { LendingAction, LendingPayment } from '../composing/sentences/describe-lending';
import { chainAmount } from '../formatting/token-amount';

/** One step of a proposal, in words of the tools. */
export type LendingStep =
  | { readonly action: LendingAction; readonly values: TemplateValues }
  | {
      readonly payment: LendingPayment;
      readonly token: Token;
      readonly units: bigint;
      readonly values: TemplateValues;
    };

/** Moves what waits in the queues of the contract; it goes with everything that may let something move. */
export const processQueue = (account: string): LendingStep => ({
  action: 'process_queue',
  values: { account },
});

/** The step as the chain spells it. */
export function callOf(profile: ContractProfile, account: string, step: LendingStep): ActionCall {
  if ('action' in step) return profile.action(step.action, step.values);
  const { payment, token, units, values } = step;
  return profile.transfer(token, {
    from: account,
    to: profile.account('lending'),
    quantity: chainAmount(units, token),
    memo: profile.memo(payment, { account, ...values }),
  });
}

/** The entries of the profile that a step stands on. */
export function entriesOf(step: LendingStep): string[] {
  if ('action' in step) return [profileEntry.action(step.action)];
  // An account without a contract would keep what it is sent.
  return [profileEntry.token(step.token.apiSymbol), profileEntry.account('lending')];
}
