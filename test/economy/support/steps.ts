import fc from 'fast-check';
import type { LendingChain } from '../../../apps/devchain/src/contracts/loan/testing/lending-chain';
import { ACCOUNT_ACTS } from './account-acts';
import type { Act } from './act';
import { BRIDGE_ACTS, MINING } from './bridge-acts';
import { type Draw, draws } from './draw';
import { EXCHANGE_ACTS } from './exchange-acts';
import { LENDING_ACTS } from './lending-acts';
import { MULTISIG_ACTS, SECOND_THOUGHTS } from './multisig-acts';
import { NONSENSE } from './nonsense';
import { ORACLE_ACTS } from './oracle-acts';
import { TOKEN_ACTS } from './token-acts';
import { VOTE_ACTS } from './vote-acts';

const ONE = 10n ** 8n;
const HOURS_73 = 73 * 3600;

const TIME = {
  wait: (chain, { pick }) => {
    chain.wait(pick % 200);
  },
} satisfies Record<string, Act>;

const MISFORTUNE = {
  waitForDays: (chain) => {
    chain.wait(HOURS_73);
  },
  crash: (chain, { part }) => {
    chain.setPrice((20_000n + part * 20n) * ONE);
  },
} satisfies Record<string, Act>;

/** What somebody can do, as often as it is to come up. */
const WEIGHTED = [
  { weight: 10, acts: TOKEN_ACTS },
  { weight: 24, acts: EXCHANGE_ACTS },
  { weight: 36, acts: LENDING_ACTS },
  { weight: 22, acts: BRIDGE_ACTS },
  { weight: 8, acts: MINING },
  { weight: 10, acts: ORACLE_ACTS },
  { weight: 10, acts: MULTISIG_ACTS },
  { weight: 8, acts: VOTE_ACTS },
  { weight: 4, acts: ACCOUNT_ACTS },
  { weight: 2, acts: TIME },
  { weight: 1, acts: MISFORTUNE },
  { weight: 3, acts: SECOND_THOUGHTS },
];

/** What is taken at times. */
export const SENSE: ReadonlyMap<string, Act> = new Map(
  WEIGHTED.flatMap(({ acts }) => Object.entries<Act>(acts)),
);
/** What never is. */
const NONSENSES: ReadonlyMap<string, Act> = new Map(Object.entries<Act>(NONSENSE));

/** One thing that is tried. */
export interface Step extends Draw {
  readonly kind: string;
}

const stepOf = (acts: Readonly<Record<string, Act>>): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constantFrom(...Object.keys(acts)), ...draws });

const anyStep = fc.oneof(...WEIGHTED.map(({ weight, acts }) => ({ weight, arbitrary: stepOf(acts) })), {
  weight: 20,
  arbitrary: stepOf(NONSENSE),
});

/** What leads to something when it is done one after the other. */
const COURSES: readonly (readonly string[])[] = [
  // A price that stays low for longer than the 72 hours.
  ['crash', 'processQueue', 'waitForDays', 'crash', 'processQueue', 'processQueue'],
  ['redeemAll', 'cancelRedemption'],
  ['payOut', 'approveWithdrawal'],
  ['withdraw', 'approveOfVault'],
  ['payOut', 'cancelWithdrawal'],
  ['propose', 'approve', 'execute'],
  ['becomeProxy', 'leaveVote'],
];

const course = fc
  .record({ kinds: fc.constantFrom(...COURSES), draw: fc.record(draws) })
  .map(({ kinds, draw }): Step[] => kinds.map((kind) => ({ kind, ...draw })));

/** Steps as they come, now and then several that belong together. */
export function stepsInTurn(maxLength: number): fc.Arbitrary<Step[]> {
  const turns = fc.oneof(
    { weight: 15, arbitrary: anyStep.map((step) => [step]) },
    { weight: 1, arbitrary: course },
  );
  return fc.array(turns, { maxLength, size: 'max' }).map((all) => all.flat());
}

export function isNonsense({ kind }: Step): boolean {
  return NONSENSES.has(kind);
}

/** Tries it. Throws a ChainError when it is refused. */
export function run(chain: LendingChain, step: Step): unknown {
  const act = SENSE.get(step.kind) ?? NONSENSES.get(step.kind);
  if (act === undefined) throw new RangeError(`nobody can ${step.kind}`);
  return act(chain, step);
}
