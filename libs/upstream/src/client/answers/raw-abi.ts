import { abiHash } from '@app/antelope';
import { z } from 'zod';
import type { RawAbi } from '../../cache/abi-cache';
import type { Raw } from '../../node/node-reply';
import { hex64, readAnswer, UnreadableAnswerError } from '../../node/parse-answer';

const schema = z.object({ account_name: z.string(), abi_hash: hex64, abi: z.string().optional() });

/**
 * Reads get_raw_abi and checks the hash of the bytes, because actions are encoded with them. @throws
 * UnreadableAnswerError
 */
export function readRawAbi(raw: Raw): RawAbi & { readonly account: string } {
  const { account_name: account, abi_hash: hash, abi } = readAnswer('get_raw_abi', schema, raw);
  if (abi === undefined) return { account, hash, raw: undefined };
  const bytes = Buffer.from(abi, 'base64');
  if (bytes.length > 0 && abiHash(bytes) !== hash) {
    throw new UnreadableAnswerError('get_raw_abi: the ABI does not have the hash it is said to have');
  }
  return { account, hash, raw: bytes };
}
