import { formatAmount } from '@app/antelope';
import type { MovedToken, TokenMovement } from './token-movements';

/** The change of a balance, as answers show it. */
export interface BalanceChange {
  readonly account: string;
  readonly token: string;
  /** Signed, at the precision of the token. */
  readonly change: string;
}

/** Changes of an order with 50 fills are about 200; a foreign contract may make any number. */
export const MAX_CHANGES = 500;

/** The sum of the movements by account and token, without zeros; the signer first, the others as they occur. */
export function balanceChanges(movements: readonly TokenMovement[], signer: string): BalanceChange[] {
  const sums = new Map<string, { account: string; token: MovedToken; units: bigint }>();
  const add = (account: string | undefined, token: MovedToken, units: bigint) => {
    if (account === undefined) return;
    const key = `${account} ${token.name} ${token.precision}`;
    sums.set(key, { account, token, units: units + (sums.get(key)?.units ?? 0n) });
  };
  for (const { token, from, to, units } of movements) {
    add(from, token, -units);
    add(to, token, units);
  }
  const changed = [...sums.values()].filter(({ units }) => units !== 0n);
  const ofSigner = changed.filter(({ account }) => account === signer);
  return [...ofSigner, ...changed.filter(({ account }) => account !== signer)].map(
    ({ account, token, units }) => ({
      account,
      token: token.name,
      change: formatAmount(units, token.precision),
    }),
  );
}
