import { abiHash } from '@app/antelope';
import { z } from 'zod';
import type { RawAbi } from '../../cache/abi-cache';
import type { Raw } from '../../node/node-reply';
import { hex64, readAnswer, UnreadableAnswerError } from '../../node/parse-answer';

const schema = z.object({ abi_hash: hex64, abi: z.string().optional() });

/**
 * Reads get_raw_abi and checks the hash of the bytes, because actions are encoded with them. @throws
 * UnreadableAnswerError
 */
export function readRawAbi(raw: Raw): RawAbi {
  const { abi_hash: hash, abi } = readAnswer('get_raw_abi', schema, raw);
  if (abi === undefined) return { hash, raw: undefined };
  const bytes = Buffer.from(abi, 'base64');
  if (bytes.length > 0 && abiHash(bytes) !== hash) {
    throw new UnreadableAnswerError('get_raw_abi: the ABI does not have the hash it is said to have');
  }
  return { hash, raw: bytes };
}
