import { formatPrice } from '@app/antelope';
import { addfeeder, rmfeeder, submit } from '../../../../apps/devchain/src/contracts/oracle/signatures';
import type { TestAction } from './action';

const ONE = 10n ** 8n;
const LOWEST = 50_000n * ONE;

/** From 50000 to 75000 USD, with units that are no round sum. */
const priceOf = (part: bigint): bigint => LOWEST + 25_000n * (part * (ONE / 1_000n)) + 7n;

export const ORACLE_ACTIONS = {
  agreeOnPrice: (chain, { part, pick }) => {
    chain.setPrice(priceOf((part * 7n + BigInt(pick)) % 1_000n));
  },
  submitAlone: (chain, { who, part }) =>
    chain.push(who, 'oracle', submit, { feeder: who, pair: 'btcusd', price: formatPrice(priceOf(part), 8) }),
  addFeeder: (chain, { who }) => chain.push('oracle', 'oracle', addfeeder, { feeder: who }),
  removeFeeder: (chain, { who }) => chain.push('oracle', 'oracle', rmfeeder, { feeder: who }),
} satisfies Record<string, TestAction>;
