import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { ONLY_ROW } from '../../shared/table-keys';
import { SHARES } from '../../shared/tokens';
import { REFUSALS } from '../refusals';
import { cursorsTable, poolsTable, rateCurveTable } from '../tables';
import { emptyPool } from './pool';
import { rowOfPool } from './pool-row';
import { DEFAULT_CURVE } from './rate-curve';

/** Opens the pools, with the default curve. Once. */
export function openPools(context: ContractContext): void {
  const { receiver } = context;
  context.requireAuth(receiver);
  const curves = context.table(rateCurveTable, receiver);
  check(!curves.has(ONLY_ROW), REFUSALS.open);
  curves.emplace(receiver, DEFAULT_CURVE);
  context
    .table(cursorsTable, receiver)
    .emplace(receiver, { loans: 0n, redemptions: 0n, next_request: 0n, next_loan: 0n });
  const pools = context.table(poolsTable, receiver);
  SHARES.forEach((share, poolId) => {
    const pool = emptyPool(poolId, Math.floor(context.nowMs / 1000));
    pools.emplace(receiver, rowOfPool(pool, DEFAULT_CURVE, share));
  });
}
