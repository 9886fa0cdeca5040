import {
  encodeAction,
  packTransaction,
  parseTimePoint,
  formatTimePointSec,
  ValueError,
  type PackedAction,
  type Transaction,
} from '@app/antelope';
import type { Chain } from '../../kernel/chain';
import type { JsonValue } from '../http/lossless-json';
import {
  hex,
  integer,
  list,
  name,
  ParameterError,
  readParameters,
  text,
  type Reader,
} from '../http/parameters';

const AUTHORIZATION = { actor: name, permission: name };
const ACTION = { account: name, name, authorization: list(authorization), data: anyData, hex_data: text() };

/** How the data of an action is taken: as hex alone, or also as an object that the contract's ABI encodes. */
export type ActionDataReader = (action: { account: string; name: string; data: JsonValue }) => string;

/** Reads a transaction from JSON, as laxly as nodeos does. Throws ParameterError. */
export function readTransaction(value: JsonValue, readData: ActionDataReader): Transaction {
  const actions = list((item) => readAction(item, readData));
  return readParameters(
    {
      expiration,
      ref_block_num: integer(0),
      ref_block_prefix: integer(0),
      max_net_usage_words: integer(0),
      max_cpu_usage_ms: integer(0),
      delay_sec: integer(0),
      context_free_actions: actions,
      actions,
      transaction_extensions: list(extension),
    },
    value,
  );
}

/** The binary form of a transaction in JSON. Throws ParameterError. */
export function packJsonTransaction(value: JsonValue, readData: ActionDataReader): Uint8Array {
  const transaction = readTransaction(value, readData);
  try {
    return packTransaction(transaction);
  } catch (error) {
    throw error instanceof ValueError ? new ParameterError(error.message) : error;
  }
}

/** Action data in hex. */
export const hexData: ActionDataReader = ({ data }) => Buffer.from(hex(data ?? '')).toString('hex');

/** Action data in hex, or an object that is encoded with the ABI the account has now. */
export const abiData =
  (chain: Chain): ActionDataReader =>
  ({ account, name: action, data }) => {
    if (typeof data === 'string') return hexData({ account, name: action, data });
    const abi = chain.abi(account)?.parsed;
    if (abi === undefined) throw new ParameterError(`Failed to deserialize data for ${account}:${action}`);
    try {
      return Buffer.from(encodeAction(abi, action, data)).toString('hex');
    } catch (error) {
      throw error instanceof ValueError
        ? new ParameterError(`${account}:${action}: ${error.message}`)
        : error;
    }
  };

/** `hex_data`, which answers of nodes carry, stands in where there is no `data`. */
function readAction(item: JsonValue | undefined, readData: ActionDataReader): PackedAction {
  const { data, hex_data: inHex, ...action } = readParameters(ACTION, item ?? null);
  return { ...action, data: readData({ ...action, data: data === '' ? inHex : data }) };
}

function authorization(item: JsonValue | undefined): { actor: string; permission: string } {
  return readParameters(AUTHORIZATION, item ?? null);
}

function anyData(value: JsonValue | undefined): JsonValue {
  return value ?? '';
}

/** A fraction of a second, which eosjs sends, is cut off. */
const expiration: Reader<string> = (value) => {
  const given = text('1970-01-01T00:00:00')(value);
  try {
    return formatTimePointSec(Number(parseTimePoint(given) / 1_000_000n));
  } catch (error) {
    throw error instanceof ValueError ? new ParameterError(error.message) : error;
  }
};

/** A pair of kind and bytes, or an object that says the same, as eosjs sends it. */
function extension(item: JsonValue | undefined): [number, string] {
  const [kind, data] = Array.isArray(item)
    ? item
    : Object.values(readParameters({ type: integer(0), data: text() }, item ?? null));
  return [integer(0)(kind), Buffer.from(hex(data)).toString('hex')];
}
