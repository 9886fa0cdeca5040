import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { ONLY_ROW } from '../../shared/table-keys';
import { SHARES } from '../../shared/tokens';
import { REFUSALS } from '../refusals';
import type { setcurve } from '../signatures';
import { rateCurveTable } from '../tables';
import { Pools } from './pools';
import { isCurve } from './rate-curve';

/** Changes the curve of all pools from now on. Interest up to now is charged by the previous curve. */
export function changeCurve(context: ContractContext, curve: ArgsOf<typeof setcurve>): void {
  context.requireAuth(context.receiver);
  check(isCurve(curve), REFUSALS.curve);
  const pools = new Pools(context);
  SHARES.forEach((_, poolId) => pools.get(poolId));
  const curves = context.table(rateCurveTable, context.receiver);
  curves.modify(curves.get(ONLY_ROW, REFUSALS.noCurve), curve);
  pools.save(curve);
}
