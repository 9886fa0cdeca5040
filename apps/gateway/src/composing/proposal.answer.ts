import { type Proposal, visibleText } from '@app/proposals';
import { NetworkAnswer, type NetworkName } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';
import type { BalanceChange } from './effects/balance-changes';
import { SimulationAnswer } from './simulation.answer';
import { nextAfterWarnings, type Warning, WARNING_CODES } from './warnings';

/** The permission that must sign an action of a proposal. */
export class AuthorizationAnswer {
  @AnswerField({ type: 'string', description: 'Account that signs', example: 'alice' })
  actor!: string;

  @AnswerField({ type: 'string', description: 'Permission it signs with', example: 'active' })
  permission!: string;
}

/** One action of a proposal, decoded from its packed bytes. */
export class ProposedActionAnswer {
  @AnswerField({ type: 'string', description: 'Contract account', example: 'btc.token' })
  account!: string;

  @AnswerField({ type: 'string', description: 'Action of the contract', example: 'transfer' })
  name!: string;

  @AnswerField({ type: () => AuthorizationAnswer, list: true, description: 'Who must sign' })
  authorization!: AuthorizationAnswer[];

  @AnswerField({
    type: 'object',
    description: "Data of the action in the chain's own format",
    example: { from: 'alice', to: 'bob', quantity: '0.10000000 BTC', memo: '' },
  })
  data!: unknown;
}

/** The bytes of a proposal and what to sign. */
export class ProposedTransactionAnswer {
  @AnswerField({
    type: 'string',
    description: 'Packed transaction in hex: hand it back to push_transaction unchanged, with the signatures',
    example:
      'ec88016b6112c9c9a5bf00000000010000980ad20c503e000000572d3ccdcd010000000000855c3400000000a8ed32322a0000000000855c340000000000000e3d80969800000000000842544300000000097468616e6b20796f7500',
  })
  packed_trx!: string;

  @AnswerField({
    type: 'string',
    description:
      'The 32 bytes (hex) to sign with the key of the permission: SHA-256 over the bytes of chain_id, packed_trx and ' +
      '32 zero bytes. Sign the digest itself, do not hash it again',
    example: '3ec4584fcf94b968c126769dfb4c7a7122fb83a2400ed44d9ee358b1c13caa03',
  })
  signing_digest!: string;

  @AnswerField({
    type: 'string',
    description: 'Id of the chain the proposal is for',
    example: '8a34ec7df1b8cd06ff4a8abbaa7cc50300823350cadc59ab296cb00d104d2b8f',
  })
  chain_id!: string;

  @AnswerField({
    type: 'string',
    description:
      'Id the transaction will have, known before it is signed: SHA-256 over the bytes of packed_trx',
    example: '0b17e20920c7dc763315840a43be7aaf77191fde5be93a1c25e477404cf7b2fc',
  })
  transaction_id!: string;
}

/** A fact to know before signing. */
export class WarningAnswer {
  @AnswerField({
    type: 'string',
    enum: WARNING_CODES,
    isOpen: true,
    description: 'What it is about: a word that never changes. More may be added',
    example: 'price_far_from_best',
  })
  code!: Warning['code'];

  @AnswerField({
    type: 'string',
    description: 'The fact, with its numbers',
    example:
      'the limit of 7957.00000000 USDT is 90.00 % below the best bid of 79570.00000000 USDT; the dry run fills 0.00100000 BTC at 79570.00000000 USDT on average, 0.00 % below it',
  })
  message!: string;
}

/** The block of a transaction, by the nodes. */
export interface ExecutedBlock {
  readonly blockNum: number;
  readonly blockTimeMs: number | null;
  readonly isIrreversible: boolean;
}

/** The answer of every compose tool: an unsigned proposal. */
export class ProposalAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'string',
    enum: ['new', 'repeated', 'executed'],
    description: 'repeated: composed before under this request_id. executed: it is in a block, sign nothing',
    example: 'new',
  })
  status!: 'new' | 'repeated' | 'executed';

  @AnswerField({
    type: 'string',
    list: true,
    description: 'One plain sentence per action, derived from the packed bytes',
    example: ['alice sends 0.10000000 BTC (of btc.token) to bob without a memo.'],
  })
  summary!: string[];

  @AnswerField({
    type: () => SimulationAnswer,
    description: 'Dry run on a node; nothing was sent to the chain',
  })
  simulation!: SimulationAnswer;

  @AnswerField({
    type: () => WarningAnswer,
    list: true,
    description: 'Risks that the dry run and the chain show; empty where there are none',
  })
  warnings!: WarningAnswer[];

  @AnswerField({
    type: 'string',
    description: 'Next step: which key signs, and until when; or the reason not to sign',
    example:
      'Sign transaction.signing_digest with the key PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT of alice@active, then call push_transaction with the signatures and transaction.packed_trx before 2026-11-21T12:05:00Z, or open `esr` in a wallet.',
  })
  next!: string;

  @AnswerField({
    type: 'string',
    description: 'Until when it can be signed and relayed (ISO 8601, UTC)',
    example: '2026-11-21T12:05:00Z',
  })
  expires!: string;

  @AnswerField({
    type: () => ProposedTransactionAnswer,
    description: 'Packed bytes and digest, for signing without a chain library',
  })
  transaction!: ProposedTransactionAnswer;

  @AnswerField({
    type: () => ProposedActionAnswer,
    list: true,
    description: 'The actions in order, decoded from the packed bytes',
  })
  actions!: ProposedActionAnswer[];

  @AnswerField({
    type: 'string',
    description: 'Signing request: opens the proposal in a human wallet',
    example: 'esr://gWNgZGBY1mTC_MoglIGBIVzX5uxZRqAQGMBoExgDAjRiF4SxVi4AAA',
  })
  esr!: string;

  @AnswerField({ type: 'integer', optional: true, description: 'Only when executed', example: 1234 })
  block_num?: number;

  @AnswerField({ type: 'string', nullable: true, optional: true, example: '2026-11-21T12:01:00.500Z' })
  block_time?: string | null;

  @AnswerField({
    type: 'string',
    enum: ['in_block', 'irreversible'],
    optional: true,
    description: 'in_block: a fork may still remove it',
  })
  finality?: 'in_block' | 'irreversible';
}

/** Effects of the dry run that only some tools have; absent where they are not known. */
export type ToolEffects = {
  readonly [E in 'order' | 'loan' | 'shares' | 'queue' | 'fee']?: SimulationAnswer[E] | undefined;
};

/** Effects of the dry run of a proposal, and the warnings about it. */
export interface ProposalFacts {
  readonly changes: readonly BalanceChange[] | null;
  readonly toolEffects: ToolEffects;
  readonly warnings: readonly Warning[];
}

/** A proposal as the tools answer it: what to decide by comes first. */
export function proposalAnswer(
  network: NetworkName,
  proposal: Proposal,
  { changes, toolEffects, warnings }: ProposalFacts,
): ProposalAnswer {
  const { status, error } = proposal.simulation;
  const { packedTrx, signingDigest, chainId, transactionId } = proposal.transaction;
  return {
    network,
    status: 'new',
    summary: [...proposal.summary],
    simulation: {
      status,
      error,
      effects: changes && changes.map((change) => ({ ...change })),
      ...withoutUndefined(toolEffects),
    },
    warnings: warnings.map(({ code, message }) => ({ code, message: visibleText(message) })),
    next: status === 'failed' ? proposal.next : nextAfterWarnings(proposal.next, warnings),
    expires: proposal.expires,
    transaction: {
      packed_trx: packedTrx,
      signing_digest: signingDigest,
      chain_id: chainId,
      transaction_id: transactionId,
    },
    actions: proposal.actions.map(({ account, name, authorization, data }) => ({
      account,
      name,
      authorization: authorization.map(({ actor, permission }) => ({ actor, permission })),
      data,
    })),
    esr: proposal.esr,
  };
}

/** The effects that are known. */
export function withoutUndefined({ order, loan, shares, queue, fee }: ToolEffects) {
  return {
    ...(order && { order }),
    ...(loan && { loan }),
    ...(shares && { shares }),
    ...(queue && { queue }),
    ...(fee && { fee }),
  };
}

/** Members of the answer about a transaction that is in a block. */
export const executionAnswer = ({
  blockNum,
  blockTimeMs,
  isIrreversible,
}: ExecutedBlock): Pick<ProposalAnswer, 'block_num' | 'block_time' | 'finality'> => ({
  block_num: blockNum,
  block_time: blockTimeMs === null ? null : new Date(blockTimeMs).toISOString(),
  finality: isIrreversible ? 'irreversible' : 'in_block',
});
