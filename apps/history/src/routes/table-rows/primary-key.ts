import { nameOf } from '../../parameters/filters';
import { uint64Of } from '../../parameters/uint';

const DIGITS = /^\d{1,20}$/;

/** A primary key as a number or a name. @throws HistoryError */
export const primaryKeyOf = (text: string): bigint =>
  DIGITS.test(text) ? uint64Of('primary_key', text) : nameOf('primary_key', text);
