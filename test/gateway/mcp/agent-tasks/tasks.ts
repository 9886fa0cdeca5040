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
];

/** Those of the forty tasks that need a history node, which the chain of the tasks does not have. */
export const NOT_SOLVABLE: readonly { number: number; asked: string; reason: string }[] = [
  {
    number: 26,
    asked: 'who sent me BTC yesterday',
    reason:
      'asks a history node with get_history, by token and time; the chain of these tasks has none, and history:// is a resource of the latest 20 actions',
  },
  {
    number: 33,
    asked: 'what did my account do in the last hour',
    reason: 'asks a history node with get_history, by a range of time; the chain of these tasks has none',
  },
];
