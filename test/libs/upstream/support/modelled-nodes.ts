import type { ChainInfo } from '../../../../libs/upstream/src/node/info';
import type { BlockInfo } from '../../../../libs/upstream/src/pool/block-info';
import { blockId, CHAIN, NOW } from '../../../../libs/upstream/src/pool/testing/judged-nodes';

/** How a node of the model behaves; the first four are honest. */
export const BEHAVIOURS = [
  'follows',
  'lags',
  'stands',
  'flaps',
  'states a jump',
  'grows without blocks',
  'grows without links',
  'grows with made up headers',
  'states other irreversible blocks',
] as const;
/** One of single cases is beside them: it states an irreversible block that is too low. */
export type Behaviour = (typeof BEHAVIOURS)[number] | 'understates';
/** Blocks that the irreversible block of one that understates is too low. */
const TOO_LOW = 40;

/** A node of the model. Times are milliseconds since the first block of the model. */
export interface ModelledNode {
  readonly behaviour: Behaviour;
  /** Its answer to get_info; undefined: it does not answer. */
  infoAt(ms: number): ChainInfo | undefined;
  /** A block of its own chain; undefined: it has none. */
  blockAt(number: number, ms: number): BlockInfo | undefined;
}

/** The chain of the model. */
export interface ModelledChain {
  /** From then on it has no more blocks; Infinity: it continues. */
  readonly standsFromMs: number;
  /** Blocks that its last irreversible one is behind its head. */
  readonly finalityBlocks: number;
}

interface Course {
  /** From then on a node that stands has no more blocks, and a liar lies. */
  readonly fromMs: number;
  /** Blocks that the node is behind, or a jump is wide. */
  readonly blocks: number;
}

const FIRST = 1_000;
const BLOCK_MS = 500;

/** Time of the first block of the model by this machine's clock. */
export const STARTED_MS = NOW;
export const FORGED = 'ee';

const headAt = (ms: number): number => FIRST + Math.floor(ms / BLOCK_MS);

/** Head and last irreversible block of the chain itself. */
export function truthAt({ standsFromMs, finalityBlocks }: ModelledChain, ms: number) {
  const headBlock = headAt(Math.min(ms, standsFromMs));
  return { headBlock, irreversibleBlock: headBlock - finalityBlocks };
}

/** A node of the chain that behaves in the way named. Pure. */
export function modelledNode(
  behaviour: Behaviour,
  chain: ModelledChain,
  { fromMs, blocks }: Course,
): ModelledNode {
  const lag = behaviour === 'lags' ? Math.min(blocks, 8) : blocks % 3;
  const honestHead = (ms: number): number => truthAt(chain, ms).headBlock - lag;
  const headOf = (ms: number): number => {
    if (ms < fromMs) return honestHead(ms);
    if (behaviour === 'stands') return honestHead(fromMs);
    if (behaviour === 'states a jump') return honestHead(ms) + 80 + blocks ** 4;
    return behaviour.startsWith('grows') ? Math.max(headAt(ms), honestHead(ms)) : honestHead(ms);
  };
  const forgedFrom = headAt(fromMs);
  const isMadeUp = behaviour === 'grows with made up headers';
  const idOf = (number: number): string => blockId(number, isMadeUp && number > forgedFrom ? FORGED : 'c1');
  const infoAt = (ms: number): ChainInfo | undefined => {
    if (behaviour === 'flaps' && Math.floor(ms / (1_500 + 300 * blocks)) % 2 === 1) return undefined;
    const head = headOf(ms);
    const isTooLow = behaviour === 'understates' && ms >= fromMs;
    const irreversible = head - (isMadeUp ? 0 : chain.finalityBlocks) - (isTooLow ? TOO_LOW : 0);
    const isForged = behaviour === 'states other irreversible blocks' && ms >= fromMs;
    return {
      chainId: CHAIN,
      headBlockNum: head,
      headBlockId: idOf(head),
      headBlockTimeMs: STARTED_MS + (Math.min(head, headAt(ms)) - FIRST) * BLOCK_MS,
      headBlockProducer: 'eosio',
      lastIrreversibleBlockNum: irreversible,
      lastIrreversibleBlockId: isForged ? blockId(irreversible, FORGED) : idOf(irreversible),
      serverVersion: 'v5',
    };
  };
  return {
    behaviour,
    infoAt,
    blockAt: (number, ms) => {
      const isOwn = behaviour === 'grows with made up headers' || behaviour === 'grows without links';
      const last = isOwn || behaviour === 'stands' ? headOf(ms) : honestHead(ms);
      if (number > last || number < 1) return undefined;
      const isLinked = behaviour !== 'grows without links' || number <= honestHead(ms);
      return {
        id: idOf(number),
        previous: isLinked ? idOf(number - 1) : blockId(number - 1, 'a5'),
        timeMs: STARTED_MS + (number - FIRST) * BLOCK_MS,
      };
    },
  };
}
