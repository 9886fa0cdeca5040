import { isDeepStrictEqual } from 'node:util';
import { bytesToHex, type ActionAuthorization, type PackedAction, sha256 } from '@app/antelope';
import { approve, cancel, exec, propose, unapprove } from '../contracts/msig/signatures';
import { approvalsTable, proposalsTable, type ProposalRow } from '../contracts/msig/tables';
import { packedTransaction, proposedTransaction } from '../contracts/msig/transaction-type';
import { setcurve } from '../contracts/loan/signatures';
import { DEFAULT_CURVE, type RateCurve } from '../contracts/loan/pool/rate-curve';
import { rateCurveTable } from '../contracts/loan/tables';
import { ACTIVE } from '../kernel/sdk/permissions';
import { singleAuthority } from '../kernel/sdk/authority';
import { decode } from '../kernel/sdk/abi/abi-type';
import { SYSTEM_ACCOUNT, updateauth } from '../kernel/sdk/native-actions';
import { ACTORS } from './actors';
import type { SeededRandom } from './seeded-random';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { payment } from '../operators/issuer';
import { NATIVE, wholeUnits } from '../contracts/shared/tokens';
import { LENDING, MULTISIG } from '../contracts/shared/account-names';

const PROPOSER = ACTORS.producers[0];
const THRESHOLD = 3;
const PROPOSAL_LIFETIME_MS = 3_600_000;
/** One proposal in this many changes the rate curve; the others spend money of the council. */
const RATE_PROPOSAL_ODDS = 8;
/** One step in this many revokes an approval. */
const UNAPPROVAL_ODDS = 8;
const LARGEST_GRANT = wholeUnits(NATIVE, 100n);

/** The rate curves the council chooses from. A curve set by another account is left unchanged. */
const CURVES: readonly RateCurve[] = [
  DEFAULT_CURVE,
  { ...DEFAULT_CURVE, kink_apr_bps: 700 },
  { ...DEFAULT_CURVE, base_apr_bps: 150, kink_utilization_bps: 7_500 },
];

/** An action to propose, its proposal name and the requested approvals. */
interface ProposalDraft {
  readonly title: string;
  readonly action: PackedAction;
  readonly requested: readonly ActionAuthorization[];
}

const active = (actor: string): ActionAuthorization => ({ actor, permission: ACTIVE });

/** Sets the active permission of the council to a majority of the producers. */
export function setUpCouncil(chain: InProcessClient): void {
  const accounts = ACTORS.producers.map((producer) => ({ permission: active(producer), weight: 1 }));
  const auth = { ...singleAuthority({ accounts }), threshold: THRESHOLD };
  const data = { account: ACTORS.council, permission: ACTIVE, parent: 'owner', auth };
  chain.send(actionOf(SYSTEM_ACCOUNT, updateauth, data, ACTORS.council));
}

/** Adds or revokes one approval of the open proposal; executes it when all have approved, and proposes the next. */
export function advanceProposal(chain: InProcessClient, random: SeededRandom): void {
  const [row] = chain.rows(MULTISIG, PROPOSER, proposalsTable);
  const [approvals] = chain.rows(MULTISIG, PROPOSER, approvalsTable);
  if (row === undefined || approvals === undefined) {
    chain.send(proposing(chain, random));
    return;
  }
  const of = { proposer: PROPOSER, proposal_name: row.proposal_name };
  const next = approvals.requested_approvals[0]?.level;
  const last = approvals.provided_approvals.at(-1)?.level;
  if (isExpired(chain, row)) {
    chain.send(actionOf(MULTISIG, cancel, { ...of, canceler: PROPOSER }, PROPOSER), proposing(chain, random));
  } else if (next === undefined) {
    chain.send(actionOf(MULTISIG, exec, { ...of, executer: PROPOSER }, PROPOSER), proposing(chain, random));
  } else if (last !== undefined && random.chance(UNAPPROVAL_ODDS)) {
    chain.send(actionOf(MULTISIG, unapprove, { ...of, level: last }, last.actor));
  } else {
    const hash = bytesToHex(sha256(row.packed_transaction));
    chain.send(actionOf(MULTISIG, approve, { ...of, level: next, proposal_hash: hash }, next.actor));
  }
}

function proposing(chain: InProcessClient, random: SeededRandom): PackedAction {
  const { title, action, requested } = rateDecision(chain, random) ?? grant(random);
  return actionOf(
    MULTISIG,
    propose,
    {
      proposer: PROPOSER,
      proposal_name: title,
      requested: [...requested],
      trx: proposedTransaction([action], chain.nextMs + PROPOSAL_LIFETIME_MS),
    },
    PROPOSER,
  );
}

function grant(random: SeededRandom): ProposalDraft {
  const units = random.between(1n, LARGEST_GRANT);
  return {
    title: 'grant',
    action: payment(ACTORS.council, ACTORS.rateLimited, NATIVE, units, 'granted by the council'),
    requested: ACTORS.producers.map(active),
  };
}

function rateDecision(chain: InProcessClient, random: SeededRandom): ProposalDraft | undefined {
  if (!random.chance(RATE_PROPOSAL_ODDS)) return undefined;
  const [inForce] = chain.rows(LENDING, LENDING, rateCurveTable);
  const index = CURVES.findIndex((curve) => isDeepStrictEqual(curve, inForce));
  const next = CURVES[(index + 1) % CURVES.length];
  if (index < 0 || next === undefined) return undefined;
  return {
    title: 'newrates',
    action: actionOf(LENDING, setcurve, next, LENDING),
    requested: [active(SYSTEM_ACCOUNT)],
  };
}

function isExpired(chain: InProcessClient, row: ProposalRow): boolean {
  return decode(packedTransaction, row.packed_transaction).expiration < chain.nextMs;
}
