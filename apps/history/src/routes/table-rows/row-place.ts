import { nameFromValue, nameToValue } from '@app/antelope';
import { nameOf } from '../../parameters/filters';
import { badRequest } from '../../parameters/history-error';
import { uint64Of } from '../../parameters/uint';
import type { RowKey } from './table-row';

const PLACE = /^([a-z1-5.]{0,13})-(\d{1,20})$/;
const NO_NAME = nameToValue('');

/** The text of a place, by which a client asks for the rows behind it. */
export const placeText = ({ scope, primaryKey }: RowKey): string => `${nameFromValue(scope)}-${primaryKey}`;

/** @throws HistoryError */
export function placeOf(parameter: string, text: string): RowKey {
  const [, scope, key] = PLACE.exec(text) ?? [];
  if (scope === undefined || key === undefined)
    throw badRequest(`${parameter}: must be a next_key: scope-primary_key`);
  return {
    scope: scope === '' ? NO_NAME : nameOf(parameter, scope),
    primaryKey: uint64Of(parameter, key),
  };
}
