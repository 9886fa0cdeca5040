import {
  bytesToHex,
  formatTimePointSec,
  type PackedAction,
  packTransaction,
  type PrivateKeyValue,
  referenceBlock,
  signDigest,
  signingDigest,
} from '@app/antelope';
import { encode } from '../kernel/sdk/abi/abi-type';
import type { Chain } from '../kernel/chain';
import type { ActionSignature } from '../kernel/sdk/action-signature';
import type { TransactionTrace } from '../kernel/execution/trace';

const LIFETIME_MS = 60_000;

/** An action as it goes into a transaction. */
export function packedAction<A>(
  account: string,
  signature: ActionSignature<A>,
  args: A,
  actor: string,
): PackedAction {
  return {
    account,
    name: signature.name,
    authorization: [{ actor, permission: 'active' }],
    data: bytesToHex(encode(signature.args, args)),
  };
}

/** Signs and pushes actions as any client would, at the time of the chain's head. */
export function signedPush(
  chain: Chain,
  keys: readonly PrivateKeyValue[],
  actions: PackedAction[],
): TransactionTrace {
  const { id, timeMs } = chain.head();
  const packedTrx = packTransaction({
    expiration: formatTimePointSec(Math.floor((timeMs + LIFETIME_MS) / 1000)),
    ...referenceBlock(id),
    max_net_usage_words: 0,
    max_cpu_usage_ms: 0,
    delay_sec: 0,
    context_free_actions: [],
    actions,
    transaction_extensions: [],
  });
  const digest = signingDigest(chain.chainId, packedTrx);
  return chain.push({
    signatures: keys.map((key) => signDigest(key, digest)),
    compression: 'none',
    packedContextFreeData: new Uint8Array(),
    packedTrx,
  });
}
