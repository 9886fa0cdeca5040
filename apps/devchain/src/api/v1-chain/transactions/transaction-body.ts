import {
  actionType,
  encodeAction,
  formatTimePointSec,
  isJsonObject,
  type Json,
  type PackedAction,
  packTransaction,
  parseTimePoint,
  type Transaction,
  ValueError,
} from '@app/antelope';
import type { Chain } from '../../../kernel/chain';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import {
  anything,
  hex,
  integer,
  list,
  name,
  ParameterError,
  readParameters,
  text,
  type Reader,
} from '../../nodeos/parameters';

const AUTHORIZATION = { actor: name, permission: name };
const ACTION = {
  account: given(name),
  name: given(name),
  authorization: list(authorization),
  data: anything,
  hex_data: anything,
};

/** How the data of an action is taken, as hex: of its members `data` and `hex_data`. */
export type ActionDataReader = (action: ActionInput) => string;

interface ActionInput {
  readonly account: string | undefined;
  readonly name: string | undefined;
  readonly data: Json | undefined;
  readonly hex_data: Json | undefined;
}

/** Reads a transaction from JSON, as laxly as nodeos does. Throws ParameterError. */
export function readTransaction(value: Json, readData: ActionDataReader): Transaction {
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
export function packJsonTransaction(value: Json, readData: ActionDataReader): Uint8Array {
  const transaction = readTransaction(value, readData);
  try {
    return packTransaction(transaction);
  } catch (error) {
    throw error instanceof ValueError ? new ParameterError(error.message) : error;
  }
}

/** Action data in hex alone. Where answers of nodes have both members, `hex_data` is the one. */
export const hexData: ActionDataReader = ({ data, hex_data: inHex }) => {
  if (data !== undefined && inHex !== undefined) return toHex(hex(inHex));
  if (data !== undefined && typeof data !== 'string')
    throw requestError("Request supports only un-exploded 'data' (hex form)");
  return toHex(hex(data));
};

/** Action data in hex, or an object that is encoded with the ABI the account has now; else `hex_data`. */
export const abiData =
  (chain: Chain): ActionDataReader =>
  ({ account, name: action, data, hex_data: inHex }) => {
    if (account === undefined) throw packedError('Missing account');
    if (action === undefined) throw packedError('Missing name');
    if (typeof data === 'string') return toHex(hex(data));
    const encoded = isJsonObject(data) ? encodedData(chain, account, action, data) : undefined;
    if (encoded !== undefined) return toHex(encoded);
    if (typeof inHex === 'string' && inHex !== '') return toHex(hex(inHex));
    throw packedError(`Failed to deserialize data for ${account}:${action}`);
  };

/** Undefined when the ABI does not know the action. */
function encodedData(chain: Chain, account: string, action: string, data: Json): Uint8Array | undefined {
  const abi = chain.abi(account)?.parsed;
  const type = abi && actionType(abi, action);
  if (abi === undefined || type === undefined) return undefined;
  try {
    return encodeAction(abi, action, data);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw refusedAs(new ChainError('pack', packProblem(error, type)));
  }
}

/** nodeos' words for a member that is missing; for anything else our own, which name the member. */
function packProblem({ reason, path, message }: ValueError, type: string): string {
  const [, field] = /^missing field "(.*)"$/.exec(reason) ?? [];
  if (field === undefined) return `${type}: ${message}`;
  const place = path === '' ? type : `${type}.${path}`;
  return `Missing field '${field}' in input object while processing struct '${place}'`;
}

function readAction(item: Json | undefined, readData: ActionDataReader): PackedAction {
  const {
    account,
    name: action,
    authorization: levels,
    data,
    hex_data,
  } = readParameters(ACTION, item ?? null);
  return {
    account: account ?? '',
    name: action ?? '',
    authorization: levels,
    data: readData({ account, name: action, data, hex_data }),
  };
}

/** A refusal of a kind of its own, wherever in the body it was found. */
const refusedAs = (cause: ChainError): ParameterError => new ParameterError(cause.message, { cause });
const packedError = (message: string): ParameterError =>
  refusedAs(new ChainError('packedTransaction', message));
const requestError = (message: string): ParameterError =>
  refusedAs(new ChainError('invalidHttpRequest', message));

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function authorization(item: Json | undefined): { actor: string; permission: string } {
  return readParameters(AUTHORIZATION, item ?? null);
}

/** A member that may be left out, unlike one that is null. */
function given<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value) => (value === undefined ? undefined : reader(value));
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
function extension(item: Json | undefined): [number, string] {
  const [kind, data] = Array.isArray(item)
    ? item
    : Object.values(readParameters({ type: integer(0), data: text() }, item ?? null));
  return [integer(0)(kind), toHex(hex(data))];
}
