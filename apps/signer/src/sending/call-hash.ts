import { createHash } from 'node:crypto';
import { type BinaryAction, packTransaction } from '@app/client';

/** Names a call by what it does: the hash of its actions. Two forms of one payment are one call. */
export function callHash(actions: readonly BinaryAction[]): string {
  const header = { expiration: 0, refBlockNum: 0, refBlockPrefix: 0, maxNetUsageWords: 0 };
  return createHash('sha256').update(packTransaction(header, actions)).digest('hex');
}

/** Names a question to the person who approves: a call, and everything that the approval covers. */
export const questionHash = (call: string, covers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([call, ...covers]))
    .digest('hex');

/**
 * Names a question to the person who approves it: another call under the same request, or the same one for more reasons,
 * has another code. 64 bits: an agent must not find a second call with the same one.
 */
export const approvalCode = (question: string): string => question.slice(0, 16);

/** A call in words for people: actions of contracts without token movements by their names. */
export function effectText(
  {
    effects,
    actions,
  }: { readonly effects: readonly EffectLike[]; readonly actions: readonly BinaryAction[] },
  decimals: (token: string) => number,
): string {
  if (effects.length === 0) return actions.map(({ account, name }) => `${account}::${name}`).join(', ');
  return effects
    .map(({ kind, token, units, to, memo }) => {
      const amount = `${decimal(units, decimals(token))} ${token}`;
      const words = {
        pay: `pays ${amount} to`,
        debt: `borrows ${amount} for`,
        collateral: `withdraws ${amount} to`,
      };
      return `${words[kind]} ${to}${memo === '' ? '' : ` with the memo ${JSON.stringify(memo)}`}`;
    })
    .join(', ');
}

interface EffectLike {
  readonly kind: 'pay' | 'debt' | 'collateral';
  readonly token: string;
  readonly units: bigint;
  readonly to: string;
  readonly memo: string;
}

function decimal(units: bigint, precision: number): string {
  const digits = units.toString().padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}
