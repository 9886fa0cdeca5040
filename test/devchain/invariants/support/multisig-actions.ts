import { bytesToHex, sha256 } from '@app/antelope';
import { amountOf, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import {
  approve,
  cancel,
  exec,
  invalidate,
  propose,
  unapprove,
} from '../../../../apps/devchain/src/contracts/msig/signatures';
import {
  approvalsTable,
  type ApprovalsRow,
  proposalsTable,
} from '../../../../apps/devchain/src/contracts/msig/tables';
import { proposedTransaction } from '../../../../apps/devchain/src/contracts/msig/transaction-type';
import { transfer } from '../../../../apps/devchain/src/contracts/token/signatures';
import { actionOf } from '../../../../apps/devchain/src/client/action';
import { GENESIS_TOKENS } from '../../../../apps/devchain/src/genesis/tokens';
import type { TestAction } from './action';
import { type DrawnValues, oneOf, partOf, PEOPLE } from './arbitraries';
import { LENDING, MULTISIG } from '../../../../apps/devchain/src/contracts/shared/account-names';

const TITLES = ['grant', LENDING, 'debt'];
/** Longer than a liquidation timer. */
const LIFETIME_MS = 30 * 24 * 3_600_000;

const isAsking = (row: ApprovalsRow): boolean => row.requested_approvals.length > 0;
const isAgreed = (row: ApprovalsRow): boolean => row.requested_approvals.length === 0;

const active = (actor: string) => ({ actor, permission: 'active' });

/** An existing proposal with its requested and provided approvals; otherwise a missing one. */
function proposalFor(
  chain: LendingChain,
  { who, pick }: DrawnValues,
  isMeant: (row: ApprovalsRow) => boolean,
) {
  const all = PEOPLE.flatMap((proposer) =>
    chain
      .rows(MULTISIG, proposer, approvalsTable)
      .filter(isMeant)
      .map((row) => ({
        of: { proposer: proposer as string, proposal_name: row.proposal_name },
        asked: row.requested_approvals.map(({ level }) => level.actor),
        agreed: row.provided_approvals.map(({ level }) => level.actor),
      })),
  );
  return oneOf(all, pick) ?? { of: { proposer: who, proposal_name: 'nothing' }, asked: [], agreed: [] };
}

function hashOf(
  chain: LendingChain,
  { proposer, proposal_name: name }: { proposer: string; proposal_name: string },
) {
  const row = chain
    .rows(MULTISIG, proposer, proposalsTable)
    .find(({ proposal_name: found }) => found === name);
  return row && bytesToHex(sha256(row.packed_transaction));
}

export const MULTISIG_ACTIONS = {
  /** A transfer from another account to the proposer. */
  propose: (chain, draw) => {
    const { who, whom, pick } = draw;
    const owned = GENESIS_TOKENS.filter((one) => chain.balance(whom, one) > 0n);
    const token = oneOf(owned, pick) ?? USDT;
    const quantity = amountOf(token, partOf(chain.balance(whom, token), draw));
    const paying = { from: whom, to: who, quantity, memo: 'as agreed' };
    const action = actionOf(token.contract, transfer, paying, whom);
    return chain.push(who, MULTISIG, propose, {
      proposer: who,
      proposal_name: oneOf(TITLES, pick)!,
      requested: [active(whom)],
      trx: proposedTransaction([action], chain.nextMs + LIFETIME_MS),
    });
  },
  approve: (chain, draw) => {
    const { of, asked } = proposalFor(chain, draw, isAsking);
    const actor = oneOf(asked, draw.pick) ?? draw.who;
    return chain.push(actor, MULTISIG, approve, {
      ...of,
      level: active(actor),
      proposal_hash: hashOf(chain, of),
    });
  },
  execute: (chain, draw) =>
    chain.push(draw.who, MULTISIG, exec, { ...proposalFor(chain, draw, isAgreed).of, executer: draw.who }),
} satisfies Record<string, TestAction>;

/** Actions that prevent the execution of proposals. */
export const REVOCATIONS = {
  unapprove: (chain, draw) => {
    const { of, agreed } = proposalFor(chain, draw, isAgreed);
    const actor = oneOf(agreed, draw.pick) ?? draw.who;
    return chain.push(actor, MULTISIG, unapprove, { ...of, level: active(actor) });
  },
  cancelProposal: (chain, draw) => {
    const { of } = proposalFor(chain, draw, () => true);
    return chain.push(of.proposer, MULTISIG, cancel, { ...of, canceler: of.proposer });
  },
  invalidate: (chain, { who }) => chain.push(who, MULTISIG, invalidate, { account: who }),
} satisfies Record<string, TestAction>;
