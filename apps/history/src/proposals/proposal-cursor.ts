import { cutMember } from '../parameters/cursor';
import { badRequest } from '../parameters/history-error';
import { uint64Of } from '../parameters/uint';
import type { ProposalPlace, ProposalQuery } from '../store/queries';
import type { Page, ProposalRecord } from '../store/records';

/** Its place: sequence, block, proposer and name as their numbers. */
const CURSOR = /^(\d{1,20})-(\d{1,10})-(\d{1,20})-(\d{1,20})$/;
/** Every stored sequence is lower. */
const MAX_LONG = 2n ** 63n - 1n;

/** The proposal that a `cursor` names. @throws HistoryError */
export function proposalCursorOf(cursor: string | undefined): { readonly behind?: ProposalPlace } {
  if (cursor === undefined || cursor === '') return {};
  const numbers = CURSOR.exec(cursor)?.slice(1);
  if (numbers === undefined) throw badRequest('cursor: must be the next_cursor of the page before');
  const [sequence = 0n, block = 0n, proposer = 0n, name = 0n] = numbers.map((each) =>
    uint64Of('cursor', each),
  );
  const globalSequence = sequence > MAX_LONG ? MAX_LONG : sequence;
  return { behind: { globalSequence, blockNum: Number(block), proposer, name } };
}

/** The cursor of the page behind this one; absent where this one is not full and was not cut, as nothing is behind it. */
export function nextProposals(
  { items, isCut = false }: Page<ProposalRecord>,
  { limit }: Pick<ProposalQuery, 'limit'>,
): { readonly cut_at_bytes?: number; readonly next_cursor?: string } {
  const last = items.at(-1);
  if (last === undefined || (items.length < limit && !isCut)) return {};
  const { globalSequence, blockNum, proposer, name } = last;
  const place = [globalSequence, blockNum, proposer, name].join('-');
  return { ...cutMember({ isCut }), next_cursor: place };
}
