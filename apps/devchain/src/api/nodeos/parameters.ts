import { isJsonObject, isName, type Json, symbolToValue, ValueError } from '@app/antelope';
import { ChainError } from '../../kernel/sdk/errors/chain-error';
import { formatDouble } from '../v1-chain/values/nodeos-json';
import { readUint64 } from '../v1-chain/values/uint64';
import { nameProblem } from '../v1-chain/values/name-problem';

/**
 * The body does not have the form the route reads; nodeos answers 400 invalid_http_request. The cause is a ChainError
 * where nodeos has a separate error kind, which it reports for transactions.
 */
export class ParameterError extends Error {}

/** Reads one member of a request body; `undefined` stands for an absent member. Throws ParameterError. */
export type Reader<T> = (value: Json | undefined) => T;

/** The readers of a route's members, by member name. Members that are not listed are ignored, as nodeos does. */
export type Readers = Readonly<Record<string, Reader<unknown>>>;
export type Parameters<R extends Readers> = { readonly [Member in keyof R]: ReturnType<R[Member]> };

/** Reads a whole request body. */
export function readParameters<R extends Readers>(readers: R, body: Json): Parameters<R> {
  if (!isJsonObject(body)) {
    throw new ParameterError('Invalid cast from type to Object');
  }
  const read: Record<string, unknown> = {};
  for (const [member, reader] of Object.entries(readers))
    read[member] = readMember(member, reader, body[member]);
  return read as Parameters<R>;
}

function readMember(member: string, reader: Reader<unknown>, value: Json | undefined): unknown {
  try {
    return reader(value);
  } catch (error) {
    if (error instanceof ParameterError)
      throw new ParameterError(`${member}: ${error.message}`, { cause: error.cause });
    throw error;
  }
}

const typeOf = (value: Json | undefined): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

function refuse(value: Json | undefined, wanted: string): never {
  throw new ParameterError(`Invalid cast from ${typeOf(value)} to ${wanted}`);
}

/** Text; numbers and booleans are written out, fractions with 17 decimals, null is empty. */
export const text =
  (absent = ''): Reader<string> =>
  (value) => {
    if (value === undefined) return absent;
    if (value === null) return '';
    if (typeof value === 'object') return refuse(value, 'string');
    return typeof value === 'number' && !Number.isInteger(value) ? formatDouble(value) : String(value);
  };

/** An unsigned 32-bit integer; numeric text and booleans are taken, negative numbers wrap (-1 is the largest). */
export const integer =
  (absent: number): Reader<number> =>
  (value) => {
    if (value === undefined) return absent;
    if (value === null) return 0;
    if (typeof value === 'boolean') return Number(value);
    const wide = typeof value === 'string' ? readUint64(value) : undefined;
    if (wide !== undefined) return Number(BigInt.asUintN(32, wide));
    if (typeof value === 'number' && Number.isFinite(value)) {
      return Number(BigInt.asUintN(32, BigInt(Math.trunc(value))));
    }
    return refuse(value, 'uint32_t');
  };

/** A flag; "true" and "false", numbers and null are taken; numbers in quotes are not. */
export const flag =
  (absent = false): Reader<boolean> =>
  (value) => {
    if (value === undefined) return absent;
    if (value === null) return false;
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return value !== 0;
    if (value === 'true' || value === 'false') return value === 'true';
    return refuse(value, 'bool');
  };

/** An account, action or table name. Absent is the empty name, which no account has. */
export const name: Reader<string> = (value) => {
  if (value === undefined) return '';
  if (typeof value !== 'string') return refuse(value, 'name');
  if (value === '' || isName(value)) return value;
  const cause = new ChainError('name', nameProblem(value));
  throw new ParameterError(cause.message, { cause });
};

/** A member that may be absent or null. */
export const optional =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value) =>
    value === undefined || value === null ? undefined : reader(value);

/** A list; absent is empty. */
export const list =
  <T>(reader: Reader<T>): Reader<T[]> =>
  (value) => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return refuse(value, 'Array');
    return value.map((item) => reader(item));
  };

/** A list of no more than `length` items, refused before any of them is read. */
export const atMost =
  <T>(length: number, reader: Reader<T[]>): Reader<T[]> =>
  (value) => {
    if (Array.isArray(value) && value.length > length)
      throw new ParameterError(`has ${String(value.length)} items; at most ${String(length)} are taken`);
    return reader(value);
  };

/** A symbol like `4,ABC`. */
export const symbol: Reader<string> = (value) => {
  const given = text()(value);
  try {
    symbolToValue(given);
    return given;
  } catch (error) {
    throw error instanceof ValueError ? new ParameterError(error.message) : error;
  }
};

/** Bytes in hex. */
export const hex: Reader<Uint8Array> = (value) => {
  if (value === undefined) return new Uint8Array();
  if (typeof value !== 'string') return refuse(value, 'bytes');
  const bytes = Buffer.from(value, 'hex');
  if (value.length % 2 === 1 || bytes.length * 2 !== value.length)
    throw new ParameterError('Invalid hex character');
  return bytes;
};

/** Any JSON value, passed on as it is. */
export const anything: Reader<Json | undefined> = (value) => value;
