import type { CachedReply } from '@app/upstream';
import type { MirrorRoute } from './route';
import type { SentRequest } from './sent-request';

const OK = 200;
const GET_ABI = '/v1/chain/get_abi';
const GET_RAW_ABI = '/v1/chain/get_raw_abi';
const HASH = /"abi_hash"\s*:\s*"([0-9a-f]{64})"/;

/** An ABI in the answer of a node. */
export interface PassedAbi {
  readonly account: string;
  /** undefined where the answer has none, as that of get_abi. */
  readonly hash: string | undefined;
}

/** The ABI that an answer has; undefined for other routes, refusals, and requests that only the node can read. */
export function passedAbi(
  { path }: MirrorRoute,
  { parameters }: SentRequest,
  { status, bytes }: CachedReply,
): PassedAbi | undefined {
  if ((path !== GET_ABI && path !== GET_RAW_ABI) || status !== OK) return undefined;
  const account = parameters?.['account_name'];
  if (typeof account !== 'string') return undefined;
  const hash = path === GET_RAW_ABI ? HASH.exec(bytes.toString('latin1'))?.[1] : undefined;
  return { account, hash };
}
