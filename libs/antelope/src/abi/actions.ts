import { ChainReader } from '../bytes/chain-reader';
import type { Json } from '../json';
import { quoted, ValueError } from '../value-error';
import type { ReadCost } from './budget';
import { actionType } from './declared';
import type { Abi } from './definition';
import type { BoolFormat } from './scalars';
import { decodePrefix, decodeType, encodeType } from './values';

/** The binary form of an action's data; every member by its name, and no other. Throws ValueError. */
export function encodeAction(abi: Abi, action: string, data: Json): Uint8Array {
  return encodeType(abi, typeOfAction(abi, action), data);
}

/** An action's data in nodeos' JSON format (see decodeType). Throws ValueError. */
export function decodeAction(abi: Abi, action: string, bytes: Uint8Array): Json {
  return decodeType(abi, typeOfAction(abi, action), bytes);
}

/**
 * The same for data of an executed action, as contracts and nodes read it: it may continue after the action, and counts
 * and lengths may have more bytes than they need. Throws ValueError.
 * @param cost counts what the data costs
 */
export function decodeActionPrefix(
  abi: Abi,
  action: string,
  bytes: Uint8Array,
  bools: BoolFormat = 'number',
  cost?: ReadCost,
): Json {
  return decodePrefix(abi, typeOfAction(abi, action), new ChainReader(bytes), bools, cost);
}

function typeOfAction(abi: Abi, action: string): string {
  const type = actionType(abi, action);
  if (type === undefined) throw new ValueError(`the ABI has no action ${quoted(action)}`);
  return type;
}
