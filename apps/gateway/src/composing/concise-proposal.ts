import { WALLET_CHOICE } from '@app/proposals';
import { AnswerField, ConciseMark, conciseForm, DetailField, leavingOut, without } from '@app/tooling';
import { ProposalAnswer, ProposedTransactionAnswer } from './proposal.answer';

/** Asks for a proposal without what only a wallet or a program needs. */
export const ProposalDetailField = (): PropertyDecorator =>
  DetailField('`actions`, `esr`, `chain_id`. Prefer it without a wallet');

/** The bytes of a short proposal: what is signed, pushed and looked for. */
export class ConciseTransactionAnswer extends leavingOut(ProposedTransactionAnswer, 'chain_id') {}

/** A proposal without its decoded actions, the signing request of wallets and the id of the chain. It can be signed. */
export class ConciseProposalAnswer extends leavingOut(ProposalAnswer, 'actions', 'esr', 'transaction') {
  @ConciseMark()
  detail!: 'concise';

  @AnswerField({
    type: () => ConciseTransactionAnswer,
    description: 'Packed bytes and digest, for signing without a chain library',
  })
  transaction!: ConciseTransactionAnswer;
}

/** The short form of a proposal; further members of a tool stay. Pure. */
export const conciseProposal = <A extends ProposalAnswer>(answer: A) => ({
  ...without<A, 'actions' | 'esr'>(answer, 'actions', 'esr'),
  detail: 'concise' as const,
  next: withoutWallet(answer.next),
  transaction: without(answer.transaction, 'chain_id'),
});

/** The short form of the proposals that have no members of their own. */
export const CONCISE_PROPOSAL = conciseForm(ConciseProposalAnswer, conciseProposal<ProposalAnswer>);

/** A short proposal has no `esr` to open. */
const withoutWallet = (next: string): string =>
  next.endsWith(`${WALLET_CHOICE}.`) ? `${next.slice(0, -WALLET_CHOICE.length - 1)}.` : next;
