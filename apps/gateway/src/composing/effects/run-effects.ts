import { ValueError } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import type { DryRun } from '@app/upstream';
import type { Warning } from '../warnings';
import { type BalanceChange, balanceChanges, MAX_CHANGES } from './balance-changes';
import { tokenMovements, type TokenMovement } from './token-movements';

/** Movements of tokens in a dry run. */
export interface RunEffects {
  readonly status: DryRun['status'];
  /** Why it would fail, or why nothing is known; null for `ok`. */
  readonly error: string | null;
  /** Null when the run was not `ok`, and when one of its actions could not be read: then no sum is right. */
  readonly movements: readonly TokenMovement[] | null;
  readonly changes: readonly BalanceChange[] | null;
  readonly warnings: readonly Warning[];
}

/** The effects of a dry run, from its traces alone. */
export function runEffects(profile: ProfileWithoutTables, run: DryRun, signer: string): RunEffects {
  const { status, error, actions } = run;
  if (status !== 'ok') return { status, error, movements: null, changes: null, warnings: [] };
  if (actions === null) return unknown('the node gave no readable traces of the dry run');
  try {
    const movements = tokenMovements(profile, actions);
    const changes = balanceChanges(movements, signer);
    if (changes.length > MAX_CHANGES)
      return unknown(`more than ${MAX_CHANGES} balances change in the dry run: too many to list`);
    return { status, error, movements, changes, warnings: [] };
  } catch (cause) {
    if (!(cause instanceof ValueError)) throw cause;
    return unknown(`an action of the dry run could not be read (${cause.message})`);
  }
}

const unknown = (reason: string): RunEffects => ({
  status: 'ok',
  error: null,
  movements: null,
  changes: null,
  warnings: [{ code: 'effects_unknown', message: `${reason}; which balances change is not known` }],
});
