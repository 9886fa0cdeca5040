import { NodeAnswerError } from '../../node/errors';
import { readInfo } from '../../node/info';
import type { Raw } from '../../node/node-reply';
import { isNodeError } from '../../node/is-node-error';
import type { UpstreamNode } from '../../node/upstream-node';
import type { NodeCaller } from '../../pool/node-caller';
import {
  isWithoutRoute,
  readBlockTransaction,
  readHistoryTransaction,
  readTransactionStatus,
} from '../transaction-answers';
import type { SeenBlock, Sighting } from './sighting';

/** A transaction that blocks are searched for. */
export interface SoughtTransaction {
  readonly id: string;
  /** Head of the network before it was sent: where a node knows no ids, its blocks are read from the next one on. */
  readonly headBlock: number;
}

type Body = Readonly<Record<string, string | number>>;

const UNSEEN: Sighting = { kind: 'unseen' };
const ABSENT: Sighting = { kind: 'absent' };
const PENDING: Sighting = { kind: 'pending' };
const NO_ROUTE: Sighting = { kind: 'cannot-tell' };
const SILENT: Sighting = { kind: 'silent' };
/** tx_not_found: a history that does not have the transaction. */
const NOT_IN_HISTORY = 3_040_011;
/** Most blocks that are read in one look. */
const BLOCKS_PER_LOOK = 8;
/** Most blocks that are read in all: a transaction that is in none of a minute is not looked for this way. */
const MAX_BLOCKS = 120;

/**
 * Looks for one transaction in the blocks of one node, again and again: by its finality status and the history, or in
 * the blocks themselves where the node has neither.
 */
export class BlocksOfNode {
  #nextBlock: number;
  #found: SeenBlock | undefined;

  constructor(
    private readonly caller: NodeCaller,
    readonly node: UpstreamNode,
    private readonly sought: SoughtTransaction,
  ) {
    this.#nextBlock = sought.headBlock + 1;
  }

  /** A node that is unfit shows nothing. Never throws for errors of the node. */
  async look(signal: AbortSignal): Promise<Sighting> {
    if (this.caller.pool.isUnfit(this.node)) return UNSEEN;
    // Read before the look: a block up to it that the node shows now is irreversible.
    const { irreversibleBlock } = this.caller.pool.position();
    const { id } = this.sought;
    const status = await this.#ask('/v1/chain/get_transaction_status', { id }, signal, (raw) =>
      ofStatus(raw, irreversibleBlock),
    );
    if (status.kind === 'seen') return status;
    const history = await this.#ask('/v1/history/get_transaction', { id }, signal, (raw) =>
      ofHistory(raw, id, irreversibleBlock),
    );
    if (history.kind === 'seen') return history;
    const kinds = [status.kind, history.kind];
    if (kinds.includes('pending')) return PENDING;
    if (kinds.includes('absent')) return ABSENT;
    return kinds.includes('silent') ? SILENT : this.#inBlocks(irreversibleBlock, signal);
  }

  /** Reads the blocks since the last look; the one that holds it again, once when all nodes say it is irreversible. */
  async #inBlocks(irreversibleBlock: number, signal: AbortSignal): Promise<Sighting> {
    if (this.#found !== undefined) {
      const { blockNum, isIrreversible } = this.#found;
      if (isIrreversible || blockNum > irreversibleBlock) return { kind: 'seen', block: this.#found };
      this.#nextBlock = blockNum;
      this.#found = undefined;
    }
    let last = 0;
    const info = await this.#ask('/v1/chain/get_info', {}, signal, (raw) => {
      last = readInfo(raw).headBlockNum;
      return UNSEEN;
    });
    if (info.kind !== 'unseen') return info;
    last = Math.min(last, this.#nextBlock + BLOCKS_PER_LOOK - 1, this.sought.headBlock + MAX_BLOCKS);
    while (this.#nextBlock <= last) {
      const blockNum = this.#nextBlock;
      const block = await this.#ask('/v1/chain/get_block', { block_num_or_id: blockNum }, signal, (raw) => {
        this.#nextBlock = blockNum + 1;
        const location = readBlockTransaction(raw, blockNum, this.sought.id);
        const isIrreversible = blockNum <= irreversibleBlock;
        return location === undefined
          ? UNSEEN
          : { kind: 'seen', block: { ...location, blockNum, isIrreversible } };
      });
      if (block.kind === 'seen') this.#found = block.block;
      // A block that was not read is read in the next look.
      if (block.kind !== 'unseen') return block;
    }
    return UNSEEN;
  }

  async #ask(path: string, body: Body, signal: AbortSignal, read: (raw: Raw) => Sighting): Promise<Sighting> {
    let status = 0;
    const request = { method: 'POST', path, body: JSON.stringify(body), call: 'lookup', signal } as const;
    try {
      const { json } = await this.caller.requestFrom(this.node, request, (reply) => (status = reply.status));
      return read(json);
    } catch (error) {
      if (!isNodeError(error)) throw error;
      if (error instanceof NodeAnswerError && error.code === NOT_IN_HISTORY) return ABSENT;
      return isWithoutRoute(status) ? NO_ROUTE : SILENT;
    }
  }
}

function ofStatus(raw: Raw, irreversibleBlock: number): Sighting {
  const { location, finality, isAbsent } = readTransactionStatus(raw);
  if (isAbsent) return ABSENT;
  const blockNum = location?.blockNum ?? null;
  if (location === undefined || blockNum === null || finality === 'speculative') return PENDING;
  const isIrreversible = finality === 'irreversible' && blockNum <= irreversibleBlock;
  return { kind: 'seen', block: { ...location, blockNum, isIrreversible } };
}

function ofHistory(raw: Raw, id: string, irreversibleBlock: number): Sighting {
  const { id: answered, ...location } = readHistoryTransaction(raw);
  // A look-up by the first digits of an id may find another one.
  if (answered !== id) return ABSENT;
  return { kind: 'seen', block: { ...location, isIrreversible: location.blockNum <= irreversibleBlock } };
}
