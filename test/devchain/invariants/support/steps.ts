import fc from 'fast-check';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { ACCOUNT_ACTIONS } from './account-actions';
import type { TestAction } from './action';
import { BRIDGE_ACTIONS, MINING } from './bridge-actions';
import { type DrawnValues, drawnValues } from './arbitraries';
import { EXCHANGE_ACTIONS } from './exchange-actions';
import { LENDING_ACTIONS } from './lending-actions';
import { MULTISIG_ACTIONS, REVOCATIONS } from './multisig-actions';
import { INVALID_INPUTS } from './invalid-inputs';
import { ORACLE_ACTIONS } from './oracle-actions';
import { TOKEN_ACTIONS } from './token-actions';
import { VOTE_ACTIONS } from './vote-actions';

const ONE = 10n ** 8n;
const HOURS_73 = 73 * 3600;

const TIME = {
  wait: (chain, { pick }) => {
    chain.wait(pick % 200);
  },
} satisfies Record<string, TestAction>;

const MARKET_STRESS = {
  waitForDays: (chain) => {
    chain.wait(HOURS_73);
  },
  crash: (chain, { part }) => {
    chain.setPrice((20_000n + part * 20n) * ONE);
  },
} satisfies Record<string, TestAction>;

/** Valid actions with their relative frequency. */
const WEIGHTED = [
  { weight: 10, actions: TOKEN_ACTIONS },
  { weight: 24, actions: EXCHANGE_ACTIONS },
  { weight: 36, actions: LENDING_ACTIONS },
  { weight: 22, actions: BRIDGE_ACTIONS },
  { weight: 8, actions: MINING },
  { weight: 10, actions: ORACLE_ACTIONS },
  { weight: 10, actions: MULTISIG_ACTIONS },
  { weight: 8, actions: VOTE_ACTIONS },
  { weight: 4, actions: ACCOUNT_ACTIONS },
  { weight: 2, actions: TIME },
  { weight: 1, actions: MARKET_STRESS },
  { weight: 3, actions: REVOCATIONS },
];

/** Actions that the chain accepts in some states. */
export const VALID_ACTIONS: ReadonlyMap<string, TestAction> = new Map(
  WEIGHTED.flatMap(({ actions }) => Object.entries<TestAction>(actions)),
);
/** Actions that the chain always refuses. */
const INVALID_ACTIONS: ReadonlyMap<string, TestAction> = new Map(Object.entries<TestAction>(INVALID_INPUTS));

/** One action with its random values. */
export interface Step extends DrawnValues {
  readonly kind: string;
}

const stepOf = (actions: Readonly<Record<string, TestAction>>): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constantFrom(...Object.keys(actions)), ...drawnValues });

const anyStep = fc.oneof(...WEIGHTED.map(({ weight, actions }) => ({ weight, arbitrary: stepOf(actions) })), {
  weight: 20,
  arbitrary: stepOf(INVALID_INPUTS),
});

/** Sequences of actions that reach rare states. */
const SEQUENCES: readonly (readonly string[])[] = [
  // A price that stays low for longer than the 72 hours.
  ['crash', 'processQueue', 'waitForDays', 'crash', 'processQueue', 'processQueue'],
  ['redeemAll', 'cancelRedemption'],
  ['payOut', 'approveWithdrawal'],
  ['withdraw', 'approveOfVault'],
  ['payOut', 'cancelWithdrawal'],
  ['propose', 'approve', 'execute'],
  ['becomeProxy', 'leaveVote'],
];

const sequence = fc
  .record({ kinds: fc.constantFrom(...SEQUENCES), draw: fc.record(drawnValues) })
  .map(({ kinds, draw }): Step[] => kinds.map((kind) => ({ kind, ...draw })));

/** Random steps, with some whole sequences among them. */
export function stepSequences(maxLength: number): fc.Arbitrary<Step[]> {
  const turns = fc.oneof(
    { weight: 15, arbitrary: anyStep.map((step) => [step]) },
    { weight: 1, arbitrary: sequence },
  );
  return fc.array(turns, { maxLength, size: 'max' }).map((all) => all.flat());
}

export function isInvalidInput({ kind }: Step): boolean {
  return INVALID_ACTIONS.has(kind);
}

/** Runs a step. Throws a ChainError when it is refused. */
export function run(chain: LendingChain, step: Step): unknown {
  const action = VALID_ACTIONS.get(step.kind) ?? INVALID_ACTIONS.get(step.kind);
  if (action === undefined) throw new RangeError(`unknown action ${step.kind}`);
  return action(chain, step);
}
