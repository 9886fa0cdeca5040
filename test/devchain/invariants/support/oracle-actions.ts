import { formatPrice } from '@app/antelope';
import { addfeeder, rmfeeder, submit } from '../../../../apps/devchain/src/contracts/oracle/signatures';
import type { TestAction } from './action';
import { ORACLE } from '../../../../apps/devchain/src/contracts/shared/account-names';

const ONE = 10n ** 8n;
const LOWEST = 50_000n * ONE;

/** From 50000 to 75000 USD, with units that are no round sum. */
const priceOf = (part: bigint): bigint => LOWEST + 25_000n * (part * (ONE / 1_000n)) + 7n;

export const ORACLE_ACTIONS = {
  agreeOnPrice: (chain, { part, pick }) => {
    chain.setPrice(priceOf((part * 7n + BigInt(pick)) % 1_000n));
  },
  submitAlone: (chain, { who, part }) =>
    chain.push(who, ORACLE, submit, { feeder: who, pair: 'btcusd', price: formatPrice(priceOf(part), 8) }),
  addFeeder: (chain, { who }) => chain.push(ORACLE, ORACLE, addfeeder, { feeder: who }),
  removeFeeder: (chain, { who }) => chain.push(ORACLE, ORACLE, rmfeeder, { feeder: who }),
} satisfies Record<string, TestAction>;
