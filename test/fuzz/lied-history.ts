import { bytesToHex, equalBytes } from '@app/antelope';
import { decodeSignedBlock } from '@app/ship';
import type { FollowStatus } from '../../apps/history/src/follow/follow-status';
import { FollowedHistory } from '../harness/history/followed-history';
import { RecordedChain } from '../harness/ship/recorded-chain';
import { ShipServer } from '../harness/ship/ship-server';
import { until } from '../harness/until';
import type { Seeded } from '../harness/seeded';
import { ShipLiar } from './ship-liar';

/** Lies of a server before it becomes honest. */
const LIES = 12;
/** Sessions with an honest server in which a history has to catch up. */
const SESSIONS = 20;
const MAX_MESSAGE_BYTES = 4_194_304;

/** A history that a lying state-history server sent, and which an honest one completed, over HTTP. */
export interface LiedHistory {
  readonly history: FollowedHistory;
  /** The lies in their order. */
  readonly told: readonly string[];
  /** The rules that it breaks. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Follows a liar until it has sent its lies, then the honest chain to its end. */
export async function liedHistory(random: Seeded): Promise<LiedHistory> {
  const chain = new RecordedChain();
  const liar = new ShipLiar(random, chain);
  let sessions = 0;
  const isLying = (): boolean => liar.told.length < LIES;
  const server = await ShipServer.start({
    status: () => (isLying() && random.chance(4) ? liar.status() : chain.status()),
    open: (request) => chain.open(request),
  });
  const greeting = server.greeting;
  server.greeting = () => {
    if (!isLying()) sessions += 1;
    return isLying() && random.chance(6) ? liar.greeting() : greeting();
  };
  server.tamper = (frame, socket) => {
    const messages = isLying() && random.chance(10) ? liar.lie(frame) : [frame];
    for (const message of messages) socket.send(message);
  };
  const follow = { batchBlocks: 1 + random.integer(20), credits: 10, silenceMs: 200 };
  const history = await FollowedHistory.start(server.url, {
    follow: { ...follow, maxMessageBytes: MAX_MESSAGE_BYTES },
  });
  const isComplete = ({ lastBlockNum }: FollowStatus): boolean => lastBlockNum === chain.blocks.length;
  const isOver = (): boolean => history.following.status.hasEnded || sessions > SESSIONS;
  await until(() => isComplete(history.following.status) || isOver());
  return {
    history,
    told: liar.told,
    faults: [...faultsOf(history.following.status, isComplete), ...(await wrongBlocks(history, chain))],
    close: async () => {
      await history.close();
      await server.close();
    },
  };
}

function faultsOf(status: FollowStatus, isComplete: (status: FollowStatus) => boolean): string[] {
  if (isComplete(status)) return [];
  const end = status.hasEnded ? 'ended' : 'does not continue';
  return [`the follower ${end} at block ${String(status.lastBlockNum)}: ${String(status.error)}`];
}

/** Blocks of the store that are not those of the chain. */
async function wrongBlocks({ reader }: FollowedHistory, { blocks }: RecordedChain): Promise<string[]> {
  const faults: string[] = [];
  for (const { thisBlock, block } of blocks) {
    const { blockNum = 0, blockId = new Uint8Array() } = thisBlock ?? {};
    const stored = await reader.block(blockNum);
    if (stored === undefined || block === undefined) continue;
    const { previous, producer, transactionMroot, actionMroot } = decodeSignedBlock(block);
    const isSame =
      equalBytes(stored.id, blockId) &&
      equalBytes(stored.previousId, previous) &&
      equalBytes(stored.transactionMroot, transactionMroot) &&
      equalBytes(stored.actionMroot, actionMroot) &&
      stored.producer === producer;
    if (!isSame) faults.push(`block ${String(blockNum)} is stored as ${bytesToHex(stored.id)}`);
  }
  const next = await reader.block(blocks.length + 1);
  return next === undefined ? faults : [...faults, 'a block behind the head is stored'];
}
