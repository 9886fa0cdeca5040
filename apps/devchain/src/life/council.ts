import { isDeepStrictEqual } from 'node:util';
import { bytesToHex, type ActionAuthorization, type PackedAction, sha256 } from '@app/antelope';
import { approve, cancel, exec, propose, unapprove } from '../contracts/msig/signatures';
import { approvals2, proposal, type ProposalRow } from '../contracts/msig/tables';
import { packedTransaction, proposedTransaction } from '../contracts/msig/transaction-type';
import { setcurve } from '../contracts/loan/signatures';
import { DEFAULT_CURVE, type RateCurve } from '../contracts/loan/rate-curve';
import { ratecurve } from '../contracts/loan/tables';
import { ACTIVE, singleAuthority } from '../kernel/accounts/permissions';
import { decode } from '../kernel/abi/abi-type';
import { SYSTEM_ACCOUNT, updateauth } from '../kernel/native-actions';
import { CAST, NATIVE, wholes } from './cast';
import type { Dice } from './dice';
import { actionOf, type LifeChain } from './life-chain';
import { payment } from './treasury';

const MSIG = 'eosio.msig';
const PROPOSER = CAST.producers[0];
const THRESHOLD = 3;
const PROPOSAL_LIFETIME_MS = 3_600_000;
/** One proposal in so many is about the rate curve, the others spend money of the council. */
const RATE_DECISIONS = 8;
/** One step in so many takes an approval back. */
const SECOND_THOUGHTS = 8;
const LARGEST_GRANT = wholes(NATIVE, 100n);

/** Rates the council chooses from. It leaves alone a curve that somebody else has set. */
const CURVES: readonly RateCurve[] = [
  DEFAULT_CURVE,
  { ...DEFAULT_CURVE, kink_apr_bps: 700 },
  { ...DEFAULT_CURVE, base_apr_bps: 150, kink_utilization_bps: 7_500 },
];

/** What is put up, under which name, and who has to agree. */
interface Motion {
  readonly title: string;
  readonly action: PackedAction;
  readonly requested: readonly ActionAuthorization[];
}

const active = (actor: string): ActionAuthorization => ({ actor, permission: ACTIVE });

/** From now on most of the producers decide for the council. */
export function foundCouncil(chain: LifeChain): void {
  const accounts = CAST.producers.map((producer) => ({ permission: active(producer), weight: 1 }));
  const auth = { ...singleAuthority({ accounts }), threshold: THRESHOLD };
  const data = { account: CAST.council, permission: ACTIVE, parent: 'owner', auth };
  chain.send(actionOf(CAST.council, SYSTEM_ACCOUNT, updateauth, data));
}

/** One step of the proposal there is: one more agrees, or changes its mind; when all do it is run and the next is put up. */
export function deliberate(chain: LifeChain, dice: Dice): void {
  const [row] = chain.rows(MSIG, PROPOSER, proposal);
  const [approvals] = chain.rows(MSIG, PROPOSER, approvals2);
  if (row === undefined || approvals === undefined) {
    chain.send(proposing(chain, dice));
    return;
  }
  const of = { proposer: PROPOSER, proposal_name: row.proposal_name };
  const next = approvals.requested_approvals[0]?.level;
  const last = approvals.provided_approvals.at(-1)?.level;
  if (isExpired(chain, row)) {
    chain.send(actionOf(PROPOSER, MSIG, cancel, { ...of, canceler: PROPOSER }), proposing(chain, dice));
  } else if (next === undefined) {
    chain.send(actionOf(PROPOSER, MSIG, exec, { ...of, executer: PROPOSER }), proposing(chain, dice));
  } else if (last !== undefined && dice.oneIn(SECOND_THOUGHTS)) {
    chain.send(actionOf(last.actor, MSIG, unapprove, { ...of, level: last }));
  } else {
    const hash = bytesToHex(sha256(row.packed_transaction));
    chain.send(actionOf(next.actor, MSIG, approve, { ...of, level: next, proposal_hash: hash }));
  }
}

function proposing(chain: LifeChain, dice: Dice): PackedAction {
  const { title, action, requested } = rateDecision(chain, dice) ?? grant(dice);
  return actionOf(PROPOSER, MSIG, propose, {
    proposer: PROPOSER,
    proposal_name: title,
    requested: [...requested],
    trx: proposedTransaction([action], chain.nextMs + PROPOSAL_LIFETIME_MS),
  });
}

function grant(dice: Dice): Motion {
  const units = dice.between(1n, LARGEST_GRANT);
  return {
    title: 'grant',
    action: payment(CAST.council, CAST.hopeful, NATIVE, units, 'granted by the council'),
    requested: CAST.producers.map(active),
  };
}

function rateDecision(chain: LifeChain, dice: Dice): Motion | undefined {
  if (!dice.oneIn(RATE_DECISIONS)) return undefined;
  const [inForce] = chain.rows('loan', 'loan', ratecurve);
  const index = CURVES.findIndex((curve) => isDeepStrictEqual(curve, inForce));
  const next = CURVES[(index + 1) % CURVES.length];
  if (index < 0 || next === undefined) return undefined;
  return {
    title: 'newrates',
    action: actionOf('loan', 'loan', setcurve, next),
    requested: [active(SYSTEM_ACCOUNT)],
  };
}

function isExpired(chain: LifeChain, row: ProposalRow): boolean {
  return decode(packedTransaction, row.packed_transaction).expiration < chain.nextMs;
}
