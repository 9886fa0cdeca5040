import { symbolCodeToValue, ValueError } from '@app/antelope';
import type { Name } from '../derive/name';
import { nameOf } from './filters';
import { badRequest } from './history-error';
import { uint64Of } from './uint';

const NUMBER = /^\d{1,20}$/;
const SYMBOL_CODE = /^[A-Z]{1,7}$/;

/** A scope is a name, a symbol code, or a number: tables choose. @throws HistoryError */
export function scopeOf(scope: string): Name {
  if (NUMBER.test(scope)) return uint64Of('scope', scope);
  if (!SYMBOL_CODE.test(scope)) return nameOf('scope', scope);
  try {
    return symbolCodeToValue(scope);
  } catch (error) {
    if (error instanceof ValueError) throw badRequest(`scope: ${error.message}`);
    throw error;
  }
}
