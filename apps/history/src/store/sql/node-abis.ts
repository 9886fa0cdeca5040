import { bytesToHex, equalBytes, sha256 } from '@app/antelope';
import type { Name } from '../../derive/name';
import { WrongChainError } from '../errors';
import type { NodeAbi } from '../port';
import type { AbiRecord } from '../records';
import { readCursor } from './cursor';
import { NODE_ABI } from './schema';
import type { SqlSession } from './session';
import { bytes, ordered } from './values';

/** See HistoryWriter.lacksAbi. */
export async function lacksAbi(session: SqlSession, contract: Name): Promise<boolean | undefined> {
  const cursor = await readCursor(session);
  if (cursor === undefined || cursor.num < 0) return undefined;
  if (cursor.knownFrom === 0) return false;
  const account = ordered(contract);
  const rows = await session.all(
    'SELECT account FROM abi WHERE account = ? UNION ALL SELECT account FROM node_abi WHERE account = ? LIMIT 1',
    [account, account],
  );
  return rows.length === 0;
}

/** See HistoryWriter.keepNodeAbi. */
export async function keepNodeAbi(
  session: SqlSession,
  { chainId, contract, asked, abi }: NodeAbi,
): Promise<void> {
  const cursor = await readCursor(session);
  if (cursor === undefined || !equalBytes(cursor.chainId, chainId))
    throw new WrongChainError(`the node that was asked for an ABI serves chain ${bytesToHex(chainId)}`);
  await session.upsert(NODE_ABI, [[ordered(contract), asked, sha256(abi), abi]]);
}

/**
 * The ABI that a contract had before the first one of the store: that of the node, when the store has the blocks up to
 * the question, and none of them sets another one. Undefined otherwise, and in a store that has the whole state.
 */
export async function readNodeAbi(session: SqlSession, contract: Name): Promise<AbiRecord | undefined> {
  const cursor = await readCursor(session);
  // Stores of version 5 do not have the table, and are taken for whole.
  if (cursor === undefined || cursor.knownFrom === 0) return undefined;
  const [row] = await session.all(
    `SELECT n.hash, n.abi FROM node_abi n WHERE n.account = ? AND n.asked <= ?
      AND NOT EXISTS (SELECT 1 FROM abi a WHERE a.account = n.account AND a.block <= n.asked)`,
    [ordered(contract), cursor.num],
  );
  return (
    row && {
      account: contract,
      globalSequence: 0n,
      blockNum: cursor.knownFrom,
      hash: bytes(row.hash),
      abi: bytes(row.abi),
    }
  );
}
