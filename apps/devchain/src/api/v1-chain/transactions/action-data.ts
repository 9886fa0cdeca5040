import { decodeActionPrefix, decodeType, resultType, ValueError, type Json } from '@app/antelope';
import type { Chain } from '../../../kernel/chain';

/**
 * Arguments of an action as the ABI of its account shows them; undefined when there is no ABI or it does not fit. Data may
 * continue after them.
 */
export function decodedArguments(
  chain: Chain,
  account: string,
  action: string,
  data: Uint8Array,
): Json | undefined {
  const abi = chain.abi(account)?.parsed;
  return abi && orUndefined(() => decodeActionPrefix(abi, action, data));
}

/** The value an action returned; undefined when the ABI gives it no type. */
export function shownResult(
  chain: Chain,
  account: string,
  action: string,
  value: Uint8Array,
): Json | undefined {
  const abi = value.length > 0 ? chain.abi(account)?.parsed : undefined;
  const type = abi && resultType(abi, action);
  return abi && type && orUndefined(() => decodeType(abi, type, value));
}

function orUndefined<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
