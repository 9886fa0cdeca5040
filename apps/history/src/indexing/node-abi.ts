import { bytesToHex, hexToBytes, nameFromValue, sha256 } from '@app/antelope';
import type { Name } from '../derive/name';
import { postToNode } from '../http/post-to-node';
import type { NodeAbi } from '../store/port';

/** An ABI that comes later is asked for again. */
const DEADLINE_MS = 5_000;
const HEX_ID = /^[0-9a-f]{64}$/;

/**
 * The ABI that a node has, with the block after which it had it at the latest. It is checked by its hash alone.
 * Rejects when the node does not answer, or not with an ABI of that contract.
 */
export async function readNodeAbi(chainUrl: string, contract: Name): Promise<NodeAbi> {
  const name = nameFromValue(contract);
  const answer = await ask(`${chainUrl}/v1/chain/get_raw_abi`, { account_name: name });
  const abi = Buffer.from(textOf(answer, 'abi'), 'base64');
  if (textOf(answer, 'account_name') !== name || textOf(answer, 'abi_hash') !== bytesToHex(sha256(abi)))
    throw new Error(`the node answers with another ABI than that of ${name}`);
  const info = await ask(`${chainUrl}/v1/chain/get_info`, {});
  const { head_block_num: head } = info;
  const chainId = textOf(info, 'chain_id');
  if (!Number.isSafeInteger(head) || !HEX_ID.test(chainId))
    throw new Error('the node answers without its head');
  // The block that the node is making counts: it may answer from it.
  return { chainId: hexToBytes(chainId), contract, asked: Number(head) + 1, abi: new Uint8Array(abi) };
}

async function ask(url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const { status, body: text } = await postToNode(url, JSON.stringify(body), DEADLINE_MS);
  const answer: unknown = JSON.parse(text);
  if (status !== 200 || typeof answer !== 'object' || answer === null)
    throw new Error(`${url}: the node answers with status ${String(status)}`);
  return answer as Readonly<Record<string, unknown>>;
}

function textOf(answer: Readonly<Record<string, unknown>>, member: string): string {
  const value = answer[member];
  if (typeof value !== 'string') throw new Error(`the node answers without ${member}`);
  return value;
}
