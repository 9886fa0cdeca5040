import { isName, nameToValue, symbolCodeToValue, ValueError } from '@app/antelope';
import type { Name } from '../derive/name';
import type { ActionFilter } from '../store/queries';
import { badRequest } from './history-error';

const WILDCARD = '*';
const MAX_FILTERS = 16;

/** @throws HistoryError naming the parameter */
export function nameOf(parameter: string, text: string): Name {
  const given = text.trim();
  if (!isName(given)) throw badRequest(`${parameter}: ${JSON.stringify(given.slice(0, 40))} is not a name`);
  return nameToValue(given);
}

/** The value of a symbol code, `BTC`. @throws HistoryError naming the parameter */
export function symbolCodeOf(parameter: string, text: string): bigint {
  try {
    return symbolCodeToValue(text);
  } catch (error) {
    if (error instanceof ValueError) throw badRequest(`${parameter}: ${error.message}`);
    throw error;
  }
}

export const optionalName = (parameter: string, text: string | undefined): Name | undefined =>
  text === undefined || text === '' ? undefined : nameOf(parameter, text);

const MAX_NAMES = 30;

/** Names, separated by commas; none for an empty text. @throws HistoryError naming the parameter */
export function namesOf(parameter: string, text = ''): readonly Name[] {
  const names = text.split(',').filter((part) => part.trim() !== '');
  if (names.length > MAX_NAMES) throw badRequest(`${parameter}: at most ${MAX_NAMES} names`);
  return names.map((name) => nameOf(parameter, name));
}

/**
 * The alternatives of `code:name,code:name`; `*` and an empty side stand for every one. `*:*` matches every action, so
 * that it is no condition.
 * @throws HistoryError
 */
export function filtersOf(filter: string | undefined): readonly ActionFilter[] {
  const parts = (filter ?? '').split(',').filter((part) => part.trim() !== '');
  if (parts.length > MAX_FILTERS) throw badRequest(`filter: at most ${MAX_FILTERS} of code:name`);
  const filters = parts.map(filterOf);
  return filters.some(({ code, name }) => code === undefined && name === undefined) ? [] : filters;
}

function filterOf(part: string): ActionFilter {
  const [code = '', name = '', ...rest] = part.trim().split(':');
  if (rest.length > 0) throw badRequest(`filter: ${JSON.stringify(part.slice(0, 40))} is not code:name`);
  return { ...side('code', code), ...side('name', name) };
}

const side = (member: 'code' | 'name', text: string): ActionFilter =>
  text === '' || text === WILDCARD ? {} : { [member]: nameOf('filter', text) };
