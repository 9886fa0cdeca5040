import { bytesToHex } from '@app/antelope';
import { Injectable } from '@nestjs/common';
import { badRequest } from '../parameters/history-error';
import type { ActionRecord, BlockRef } from '../store/records';
import type { BlockProofs, TransactionProof } from './block-proofs';
import { BlockProver } from './block-prover';

/** Each block is read whole, and asked of the node: the default page can always be proven. */
const MAX_BLOCKS = 10;
/** Characters of all proofs: packed transactions and data of actions have no other bound. */
const MAX_TEXT = 8 * 1024 * 1024;

/** The executions of one transaction in one block that are on a page. */
interface Wanted {
  readonly id: Uint8Array;
  readonly block: BlockRef;
  readonly globalSequences: Set<bigint>;
}

/** As `proof` of get_transaction has it. */
type PageProof = TransactionProof & { readonly trx_id: string; readonly block_id: string };

/** The proofs of a page of actions: one for each transaction, with the receipts of the actions that are on the page. */
@Injectable()
export class PageProofs {
  constructor(private readonly prover: BlockProver) {}

  /**
   * In the order in which the transactions are on the page.
   * @throws HistoryError for pages of too many blocks, and as BlockProver.of
   */
  async of(page: readonly ActionRecord[]): Promise<PageProof[]> {
    const wanted = transactionsOf(page);
    const blocks = new Map<string, Promise<BlockProofs>>();
    const proofsOf = (block: BlockRef): Promise<BlockProofs> => {
      const id = bytesToHex(block.id);
      const proofs = blocks.get(id) ?? this.prover.of(block);
      blocks.set(id, proofs);
      return proofs;
    };
    requireFewBlocks(wanted);
    const found = await Promise.all(
      wanted.map(async (each) => ({ ...each, proofs: await proofsOf(each.block) })),
    );
    let length = 0;
    return found.map(({ id, block, globalSequences, proofs }) => {
      const proof = proofs.of(id, (sequence) => globalSequences.has(sequence));
      length += textLength(proof);
      if (length > MAX_TEXT)
        throw badRequest('proof: the proofs of the page have more than 8 MiB: take a smaller limit');
      return { trx_id: bytesToHex(id), block_id: bytesToHex(block.id), ...proof };
    });
  }
}

function requireFewBlocks(wanted: readonly Wanted[]): void {
  const { size } = new Set(wanted.map(({ block }) => block.num));
  if (size > MAX_BLOCKS)
    throw badRequest(
      `proof: the actions of the page are in ${size} blocks, and those of ${MAX_BLOCKS} can be proven at once: take a limit of ${MAX_BLOCKS}`,
    );
}

function transactionsOf(page: readonly ActionRecord[]): Wanted[] {
  const result = new Map<string, Wanted>();
  for (const { transaction, receipts } of page) {
    const { id, block } = transaction;
    const key = `${String(block.num)}/${bytesToHex(id)}`;
    const wanted = result.get(key) ?? { id, block, globalSequences: new Set() };
    result.set(key, wanted);
    for (const { globalSequence } of receipts) wanted.globalSequences.add(globalSequence);
  }
  return [...result.values()];
}

/** Characters of all texts of a document. */
const textLength = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + textLength(each), 0);
};
