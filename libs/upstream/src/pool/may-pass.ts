import { NodeFailure } from '../node/errors';
import type { NodeRequest } from '../node/node-request';

/** Whether another try in a moment may end otherwise: not after an answer that stays the same. */
export const mayPass = (failure: unknown, { isOfClient = false }: NodeRequest): boolean =>
  failure instanceof NodeFailure &&
  (!failure.isAnswer || failure.mayImprove) &&
  !(isOfClient && failure.isRefusedPage);
