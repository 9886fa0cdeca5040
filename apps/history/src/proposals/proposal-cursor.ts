import { blockMark, cutMember } from '../parameters/cursor';
import { badRequest } from '../parameters/history-error';
import { uint64Of } from '../parameters/uint';
import type { ProposalEnd, ProposalQuery } from '../store/queries';
import type { Page, ProposalRecord, StoreStatus } from '../store/records';

/** Its place: sequence, block, proposer and name as their numbers. Then the mark of a block that a fork may take back. */
const CURSOR = /^(\d{1,20})-(\d{1,10})-(\d{1,20})-(\d{1,20})(?:-([0-9a-f]{16}))?$/;
/** Every stored sequence is lower. */
const MAX_LONG = 2n ** 63n - 1n;

/** The proposal that a `cursor` names. @throws HistoryError */
export function proposalCursorOf(cursor: string | undefined): { readonly behind?: ProposalEnd } {
  if (cursor === undefined || cursor === '') return {};
  const found = CURSOR.exec(cursor);
  if (found === null) throw badRequest('cursor: must be the next_cursor of the page before');
  const [sequence = 0n, num = 0n, proposer = 0n, name = 0n] = found
    .slice(1, 5)
    .map((each) => uint64Of('cursor', each));
  const globalSequence = sequence > MAX_LONG ? MAX_LONG : sequence;
  const place = { globalSequence, blockNum: Number(num), proposer, name };
  const block = found[5];
  return { behind: block === undefined ? place : { ...place, block } };
}

/** The cursor of the page behind this one; absent where this one is not full and was not cut, as nothing is behind it. */
export function nextProposals(
  { items, isCut = false }: Page<ProposalRecord>,
  { limit }: Pick<ProposalQuery, 'limit'>,
  status: Pick<StoreStatus, 'irreversibleNum'>,
): { readonly cut_at_bytes?: number; readonly next_cursor?: string } {
  const last = items.at(-1);
  if (last === undefined || (items.length < limit && !isCut)) return {};
  const { globalSequence, blockNum, blockId, proposer, name } = last;
  const place = [globalSequence, blockNum, proposer, name].join('-');
  const mark = blockId === undefined ? '' : blockMark({ num: blockNum, id: blockId }, status);
  return { ...cutMember({ isCut }), next_cursor: `${place}${mark}` };
}
