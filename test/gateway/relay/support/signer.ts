import {
  bytesToHex,
  encodeAction,
  formatTimePointSec,
  hexToBytes,
  packTransaction,
  parsePrivateKey,
  referenceBlock,
  signDigest,
  signingDigest,
  transactionId,
  type Json,
} from '@app/antelope';
import type { ChainClient, PushOutcome } from '@app/upstream';

/** Signs the digest of a proposal as the caller would. */
export const sign = (privateKey: string, digest: string): string =>
  signDigest(parsePrivateKey(privateKey), hexToBytes(digest));

/** Sends an action that the relay would not pass, straight to the chain. */
export async function act(
  chain: ChainClient,
  privateKey: string,
  actor: string,
  [account, name, data]: [account: string, name: string, data: Json],
): Promise<PushOutcome> {
  const info = await chain.info();
  const contract = await chain.abi(account);
  if (!contract) throw new Error(`${account} has no contract`);
  const packed = packTransaction({
    ...referenceBlock(info.lastIrreversibleBlockId),
    expiration: formatTimePointSec(Math.floor(info.headBlockTimeMs / 1000) + 60),
    max_net_usage_words: 0,
    max_cpu_usage_ms: 0,
    delay_sec: 0,
    context_free_actions: [],
    transaction_extensions: [],
    actions: [
      {
        account,
        name,
        authorization: [{ actor, permission: 'active' }],
        data: bytesToHex(encodeAction(contract.abi, name, data)),
      },
    ],
  });
  const signatures = [sign(privateKey, bytesToHex(signingDigest(info.chainId, packed)))];
  return chain.sendTransaction({
    id: transactionId(packed),
    packedTrx: bytesToHex(packed),
    signatures,
    msToExpiry: 60_000,
  });
}
