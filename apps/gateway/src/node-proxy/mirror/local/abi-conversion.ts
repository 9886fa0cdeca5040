import {
  type Abi,
  actionType,
  bytesToHex,
  decodeAction,
  encodeAction,
  hexToBytes,
  type Json,
  ValueError,
} from '@app/antelope';
import { MirrorError, type NodeosError, UNSPECIFIED } from '../errors/node-error';

const CONTRACT_QUERY: NodeosError = {
  code: 3060004,
  name: 'contract_query_exception',
  what: 'Contract Query Exception',
};
const ABI_NOT_FOUND: NodeosError = { code: 3015001, name: 'abi_not_found_exception', what: 'No ABI found' };
const ACTION_VALIDATE: NodeosError = {
  code: 3050000,
  name: 'action_validate_exception',
  what: 'Action validate exception',
};
const INVALID_ARGUMENTS: NodeosError = {
  code: 3050002,
  name: 'invalid_action_args_exception',
  what: 'Invalid Action Arguments',
};
const UNPACK: NodeosError = { code: 3015013, name: 'unpack_exception', what: 'Unpack data exception' };

/** Characters of the fields in an error message; an ABI may declare a hundred thousand. */
const MAX_EXPECTED = 4_096;

const refuse = (error: NodeosError, message: string, cause?: unknown): never => {
  throw new MirrorError(500, message, error, { cause });
};

/** A contract's ABI as the chain client has it: undefined without such an account, null without a contract. */
export type AbiOf = Abi | null | undefined;

/**
 * The answer of abi_json_to_bin, which newer nodes no longer have. Errors are those of nodeos before it was removed.
 * @param args any JSON; whole numbers beyond 2^53 as texts
 * @throws MirrorError
 */
export function abiJsonToBin(abi: AbiOf, code: string, action: string, args: Json): { binargs: string } {
  if (abi === undefined) return refuse(CONTRACT_QUERY, `Contract can't be found ${code}`);
  const known = existing(abi, code, action);
  try {
    return { binargs: bytesToHex(encodeAction(known, action, args)) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const expected = JSON.stringify(fieldsOf(known, action)).slice(0, MAX_EXPECTED);
    const text = `'${JSON.stringify(args)}' is invalid args for action '${action}' code '${code}'. expected '${expected}'`;
    return refuse(INVALID_ARGUMENTS, `${text}: ${error.message}`, error);
  }
}

/**
 * The answer of abi_bin_to_json, which newer nodes no longer have.
 * @param binargs hex
 * @throws MirrorError
 */
export function abiBinToJson(abi: AbiOf, code: string, action: string, binargs: string): { args: Json } {
  if (abi === undefined) return refuse(UNSPECIFIED, `unknown key: ${code}`);
  const known = existing(abi, code, action);
  try {
    return { args: decodeAction(known, action, hexToBytes(binargs)) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return refuse(UNPACK, error.message, error);
  }
}

function existing(abi: Abi | null, code: string, action: string): Abi {
  if (abi === null) return refuse(ABI_NOT_FOUND, `No ABI found for ${code}`);
  return actionType(abi, action) !== undefined
    ? abi
    : refuse(ACTION_VALIDATE, `Unknown action ${action} in contract ${code}`);
}

function fieldsOf(abi: Abi, action: string): Json {
  const type = actionType(abi, action);
  const fields = abi.structs.find(({ name }) => name === type)?.fields ?? [];
  return fields.map(({ name, type: typeName }) => ({ name, type: typeName }));
}
