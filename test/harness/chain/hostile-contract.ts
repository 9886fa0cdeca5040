import { bytesToHex, equalBytes } from '@app/antelope';
import { Action, Serializer } from '@wharfkit/antelope';
import { type HostileAbi } from '../../../libs/antelope/testing/hostile-abis';
import type { Answer, NodeClient } from '../node/node-client';
import type { TestChain } from '../node/test-chain';
import { packedBody } from '../signing/signing-client';

/** Compressed, for the ABIs are longer than a transaction may be that is not. */
const ZLIB = 1;
const OWNER = 'carol';
const AUTHORIZATION = [{ actor: OWNER, permission: 'active' }];

interface Pushed {
  readonly transaction_id: string;
}

/**
 * Sets an ABI for carol, who is a user, and sends its action `x`: any account of a chain may do both.
 * @param through takes the transaction
 */
export async function pushHostile(
  node: TestChain,
  { raw, data }: Pick<HostileAbi, 'raw' | 'data'>,
  through: NodeClient = node,
): Promise<Answer<Pushed>> {
  const current = await node.read<{ abi: string }>('get_raw_abi', { account_name: OWNER });
  const abi = Serializer.encode({ object: OWNER, type: 'name' }).hexString + lengthOf(raw) + bytesToHex(raw);
  const actions = [
    ...(equalBytes(Buffer.from(current.abi, 'base64'), raw)
      ? []
      : [Action.from({ account: 'eosio', name: 'setabi', authorization: AUTHORIZATION, data: abi })]),
    Action.from({ account: OWNER, name: 'x', authorization: AUTHORIZATION, data: bytesToHex(data) }),
  ];
  const transaction = await node.transaction([]);
  transaction.actions = actions;
  const { chain_id } = await node.read<{ chain_id: string }>('get_info');
  const signature = node.keyOf(OWNER).signDigest(transaction.signingDigest(chain_id));
  return through.post<Pushed>('send_transaction', packedBody(transaction, [signature], ZLIB));
}

const lengthOf = (bytes: Uint8Array): string =>
  Serializer.encode({ object: bytes.length, type: 'varuint32' }).hexString;
