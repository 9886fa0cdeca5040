import { actionType, decodeAction, encodeAction, ValueError, type Abi, type Json } from '@app/antelope';
import type { Chain } from '../../../kernel/chain';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import { anything, hex, name } from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';

/** Characters of the fields in an error message; an ABI may declare a hundred thousand. */
const MAX_EXPECTED = 4_096;

// Leap 4 took these two routes away; the spec of the node API has them, in the shapes of Leap 3.

export const abiJsonToBin = endpoint(
  { code: name, action: name, args: anything },
  ({ chain }, { code, action, args }) => {
    if (chain.account(code) === undefined)
      throw new ChainError('contractQuery', `Contract can't be found ${code}`);
    const abi = requireAbi(chain, code);
    if (actionType(abi, action) === undefined) {
      throw new ChainError('actionValidate', `Unknown action ${action} in contract ${code}`);
    }
    try {
      return { binargs: Buffer.from(encodeAction(abi, action, args ?? null)).toString('hex') };
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      throw new ChainError(
        'invalidActionArguments',
        `'${JSON.stringify(args)}' is invalid args for action '${action}' code '${code}'. expected '${fieldsOf(abi, action)}'`,
        error.message,
      );
    }
  },
);

export const abiBinToJson = endpoint(
  { code: name, action: name, binargs: hex },
  ({ chain }, { code, action, binargs }) => {
    if (chain.account(code) === undefined) throw new ChainError('unspecified', `unknown key: ${code}`);
    const abi = requireAbi(chain, code);
    return { args: decoded(abi, action, binargs) };
  },
);

function decoded(abi: Abi, action: string, binargs: Uint8Array): Json {
  try {
    return decodeAction(abi, action, binargs);
  } catch (error) {
    if (error instanceof ValueError) throw new ChainError('unpack', error.message);
    throw error;
  }
}

function requireAbi(chain: Chain, code: string): Abi {
  const abi = chain.abi(code)?.parsed;
  if (abi === undefined) throw new ChainError('abiNotFound', `No ABI found for ${code}`);
  return abi;
}

function fieldsOf(abi: Abi, action: string): string {
  const type = actionType(abi, action);
  const fields = abi.structs.find((each) => each.name === type)?.fields ?? [];
  return JSON.stringify(fields).slice(0, MAX_EXPECTED);
}
