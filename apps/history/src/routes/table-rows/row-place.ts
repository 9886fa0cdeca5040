import { nameFromValue, nameToValue } from '@app/antelope';
import { blockMark, isMarked, markedNum } from '../../parameters/cursor';
import { nameOf } from '../../parameters/filters';
import { badRequest, HistoryError } from '../../parameters/history-error';
import { uint64Of } from '../../parameters/uint';
import type { StoreStatus } from '../../store/records';
import type { RowsAtBlock, RowsAtBlockQuery } from './rows-at-block';
import type { RowKey } from './table-row';

const PLACE = /^([a-z1-5.]{0,13})-(\d{1,20})(?:-([0-9a-f]{16}))?$/;
const NO_NAME = nameToValue('');
const UNAVAILABLE = 503;

/** Where a page of rows ends. */
interface RowsEnd {
  readonly place: RowKey;
  /** Mark of the block whose rows they are, where a fork could take that back. */
  readonly block?: string;
}

/** The text of a place, by which a client asks for the rows behind it. @param block that the client asked for */
export function placeText(
  { scope, primaryKey }: RowKey,
  { num, id }: { readonly num: number | undefined; readonly id: Uint8Array | undefined },
  status: Pick<StoreStatus, 'irreversibleNum'>,
): string {
  const mark = num === undefined || id === undefined ? '' : blockMark({ num, id }, status);
  return `${nameFromValue(scope)}-${primaryKey}${mark}`;
}

/** @throws HistoryError */
export function placeOf(parameter: string, text: string): RowsEnd {
  const [, scope, key, block] = PLACE.exec(text) ?? [];
  if (scope === undefined || key === undefined)
    throw badRequest(`${parameter}: must be a next_key: scope-primary_key`);
  const place = {
    scope: scope === '' ? NO_NAME : nameOf(parameter, scope),
    primaryKey: uint64Of(parameter, key),
  };
  return block === undefined ? { place } : { place, block };
}

/**
 * Checks that a page has rows of the same block as the page before: behind a fork the place is one in other rows. A
 * history that does not have the block yet cannot tell.
 * @throws HistoryError
 */
export function requireSameBlock(
  mark: string,
  { atBlock }: Pick<RowsAtBlockQuery, 'atBlock'>,
  { unknown, blockId }: Pick<RowsAtBlock, 'unknown' | 'blockId'>,
): void {
  const num = markedNum(mark);
  if (atBlock !== num) throw badRequest(`after_key: takes the block_num of the page before, ${num}`);
  if (unknown?.kind === 'ahead')
    throw new HistoryError(UNAVAILABLE, `after_key: block ${num} of the page before is not here yet`);
  if (blockId !== undefined && !isMarked({ id: blockId }, mark))
    throw badRequest(
      `after_key: block ${num} of the page before is no longer part of the history: begin again with the first page`,
    );
}
