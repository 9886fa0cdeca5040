import { HISTORY_TASKS } from './history';
import { LOAN_TASKS } from './loans';
import { MARKET_TASKS } from './market';
import { PERMISSION_TASKS } from './permissions';
import { POOL_TASKS } from './pools';
import type { Task } from './task';
import { TRANSFER_TASKS } from './transfers';

/** In the order in which they are solved, on one pair of chains. */
export const TASKS: readonly Task[] = [
  ...LOAN_TASKS,
  ...POOL_TASKS,
  ...MARKET_TASKS,
  ...PERMISSION_TASKS,
  ...TRANSFER_TASKS,
  ...HISTORY_TASKS,
];
