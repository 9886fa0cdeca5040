import { transactionId, type Transaction, unpackTransaction, ValueError } from '@app/antelope';
import { type ChainBlock, type ConfirmedOutcome, packedBytesOf } from '@app/upstream';
import { Inject, Injectable } from '@nestjs/common';
import { answerTime } from '../formatting/answer-values';
import type { GetTransactionAnswer } from './dto/get-transaction.dto';
import { EffectsOfExecuted, type ExecutedBytes } from './effects-of-executed';
import { ActionExplanations, MAX_ACTIONS } from './explained-actions';
import type { Network } from '../network/network';

const NOTES = {
  not_found:
    'No node knows it. It may still be executed until it expires, and nodes forget old transactions: look at the ' +
    'balances before composing it again, or push the same bytes again, which is always safe.',
  pending: 'A node has it in no block yet: ask again in a few seconds.',
  replaced:
    'The block that a node named does not hold it, a fork may have replaced it: ask again in a few seconds.',
  unseen: 'A node names a block of it that no node, or too few, show: ask again in a few seconds.',
  noBytes: 'No node has the bytes of its block: the actions are not known.',
  long: `It has more than ${MAX_ACTIONS} actions: they are not listed.`,
  noOrders:
    'The outcome of an order in it is not known: its traces do not show which payments are those of the order.',
  noTraces: 'No node of the network has its traces (yet), or they cannot be read: the effects are not known.',
} as const;

/** Members of an answer that are not known. */
const NOWHERE = { finality: null, block_num: null, block_time: null } as const;
const NOTHING = { actions: null, effects: null, orders: null } as const;

/** Where a transaction is. */
export type TransactionPlace = Omit<GetTransactionAnswer, keyof typeof NOTHING>;

/** Its place, and the block that holds it where a node shows it. */
interface Placed {
  readonly place: Omit<TransactionPlace, 'network' | 'transaction_id'>;
  readonly block: ChainBlock | undefined;
}

/** Finds transactions by their id. */
@Injectable()
export class ExecutedTransactions {
  constructor(
    @Inject(ActionExplanations) private readonly explanations: Pick<ActionExplanations, 'of'>,
    @Inject(EffectsOfExecuted) private readonly executed: Pick<EffectsOfExecuted, 'of'>,
  ) {}

  /** @throws UpstreamUnavailableError when no node could be asked; NodesDisagreeError */
  async find(network: Network, id: string): Promise<GetTransactionAnswer> {
    const { place, block } = await this.#placed(network, id);
    const known = { network: network.name, transaction_id: id, ...NOTHING, ...place };
    if (block === undefined) return known;
    const inBlock = { id, blockNum: block.blockNum };
    return { ...known, ...(await this.#content(network, inBlock, transactionIn(block, id))) };
  }

  /** Where it is, without what it did. @throws as `find` */
  async place(network: Network, id: string): Promise<TransactionPlace> {
    const { place } = await this.#placed(network, id);
    return { network: network.name, transaction_id: id, ...place };
  }

  async #placed(network: Network, id: string): Promise<Placed> {
    const { chain } = network;
    const location = await chain.transactionStatus(id);
    if (location === undefined)
      return { place: { ...NOWHERE, status: 'not_found', note: NOTES.not_found }, block: undefined };
    const { blockNum } = location;
    const pending = { ...NOWHERE, status: 'pending', finality: 'speculative' } as const;
    if (blockNum === null) return { place: { ...pending, note: NOTES.pending }, block: undefined };
    const block = await chain.block(blockNum);
    if (block === undefined) {
      const agreed = await chain.pushes.locate(id, { status: 'already_executed', ...location });
      const place =
        agreed.blockNum === null
          ? { ...pending, note: NOTES.unseen }
          : { ...executedIn(agreed), note: NOTES.noBytes };
      return { place, block: undefined };
    }
    if (!block.transactions.some((one) => one.id === id))
      return { place: { ...pending, note: NOTES.replaced }, block: undefined };
    const isIrreversible = blockNum <= chain.position().irreversibleBlock;
    const finality = isIrreversible ? 'irreversible' : 'in_block';
    return { place: { ...executedIn({ finality, blockNum, blockTimeMs: block.timeMs }), note: null }, block };
  }

  async #content(
    network: Network,
    place: Pick<ExecutedBytes, 'id' | 'blockNum'>,
    transaction: Transaction | undefined,
  ): Promise<Pick<GetTransactionAnswer, 'actions' | 'effects' | 'orders' | 'note'>> {
    if (transaction === undefined) return { ...NOTHING, note: NOTES.noBytes };
    if (transaction.actions.length > MAX_ACTIONS) return { ...NOTHING, note: NOTES.long };
    const { actions, decoded } = await this.explanations.of(network, transaction.actions, 'get_transaction');
    const effects = await this.executed.of(network, { ...place, transaction, decoded });
    return {
      actions,
      effects: effects?.effects ?? null,
      orders: effects?.orders ?? null,
      note: effects === undefined ? NOTES.noTraces : effects.orders === null ? NOTES.noOrders : null,
    };
  }
}

/** @param place the block that holds it */
const executedIn = ({ finality, blockNum, blockTimeMs }: Omit<ConfirmedOutcome, 'status'>) =>
  ({
    status: 'executed',
    finality,
    block_num: blockNum,
    block_time: blockTimeMs === null ? null : answerTime(blockTimeMs),
  }) as const;

/** The transaction of an id in a block, by bytes that have this id: nothing else is believed. */
function transactionIn({ transactions }: ChainBlock, id: string): Transaction | undefined {
  const found = transactions.find((one) => one.id === id);
  try {
    const bytes = found && packedBytesOf(found);
    return bytes !== undefined && transactionId(bytes) === id ? unpackTransaction(bytes) : undefined;
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
