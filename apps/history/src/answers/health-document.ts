import { bytesToHex } from '@app/antelope';
import type { IndexProgress } from '../store/port';
import type { LoadingState, StoreStatus } from '../store/records';
import { timeText } from './time-text';

/** State of the follower. */
export interface SourceStatus {
  readonly isConnected: boolean;
  /** Head of the node as it last reported; undefined before the first contact. */
  readonly nodeHeadNum: number | undefined;
  /** Last block of the node that belongs into the index. */
  readonly targetNum: number | undefined;
  /** The error that is open; undefined while everything works. */
  readonly error: string | undefined;
  /** Undefined at the head. */
  readonly progress?: IndexProgress | undefined;
}

/** The node of the chain over HTTP, as get_info reports it. */
export interface NodeInfo {
  readonly headNum: number;
  readonly headTimeMs: number;
  readonly irreversibleNum: number;
  readonly chainId: string;
}

export interface HealthFacts {
  readonly version: string;
  readonly nowMs: number;
  readonly store: StoreStatus;
  /** Undefined: this process only serves, and another one writes. */
  readonly source: SourceStatus | undefined;
  /** Undefined: it does not answer, or is not configured. */
  readonly node: NodeInfo | undefined;
  readonly hasStream: boolean;
  /** Whether blocks appear in the index when they are final. */
  readonly isIrreversibleOnly: boolean;
}

type Status = 'OK' | 'Warning' | 'Error';

/** Blocks behind the node from which on the index is late. */
const LATE_BLOCKS = 20;
/** Age of the last block from which on nothing comes any more. */
const SILENT_MS = 30_000;
const BLOCK_MS = 500;
const NO_COMMIT = '0'.repeat(40);

/**
 * The answer of /v2/health, without its duration. `Elasticsearch` is the name under which clients look for the index.
 */
export function healthDocument(facts: HealthFacts): object {
  const { version, nowMs, store, node, hasStream } = facts;
  const time = nowMs;
  return {
    version,
    version_hash: NO_COMMIT,
    // Hyperion states a name that its operator configured. That of the machine is not for the public.
    host: '',
    health: [
      { service: 'StateHistory', status: sourceStatus(facts), service_data: sourceData(facts), time },
      {
        service: 'NodeosRPC',
        status: node === undefined ? 'Error' : 'OK',
        ...(node === undefined ? {} : { service_data: nodeData(node, nowMs) }),
        time,
      },
      {
        service: 'Elasticsearch',
        status: indexStatus(facts),
        service_data: indexData(store, blocksBehind(facts)),
        time,
      },
    ],
    features: {
      streaming: { enable: hasStream, traces: hasStream, deltas: hasStream },
      tables: { proposals: true, accounts: true, voters: true },
      index_deltas: true,
      index_transfer_memo: false,
      index_all_deltas: true,
      deferred_trx: false,
      failed_trx: true,
      resource_limits: false,
      resource_usage: false,
    },
    pruning: { enabled: store.isPruned, first_indexed_block: store.firstBlockNum },
  };
}

/** Blocks that the index is behind the highest one that any source reported; 0 before the first contact. */
function blocksBehind({ store, source, node, isIrreversibleOnly }: HealthFacts): number {
  const ofNode = isIrreversibleOnly ? node?.irreversibleNum : node?.headNum;
  return Math.max(0, Math.max(source?.targetNum ?? 0, ofNode ?? 0) - (store.head?.num ?? 0));
}

/**
 * How long nothing has come. Final blocks come minutes after their time where finality takes that long: then it is the age
 * of the head of the node, and the time of the final blocks that the index lacks.
 */
function silenceMs(facts: HealthFacts): number {
  const { store, node, nowMs, isIrreversibleOnly } = facts;
  if (store.head === undefined) return Infinity;
  if (!isIrreversibleOnly) return nowMs - store.head.timeMs;
  return Math.max(blocksBehind(facts) * BLOCK_MS, node === undefined ? 0 : nowMs - node.headTimeMs);
}

function sourceStatus({ source }: HealthFacts): Status {
  if (source === undefined) return 'OK';
  return source.isConnected && source.error === undefined ? 'OK' : 'Error';
}

function indexStatus(facts: HealthFacts): Status {
  if (silenceMs(facts) > SILENT_MS || sourceStatus(facts) === 'Error') return 'Error';
  return blocksBehind(facts) > LATE_BLOCKS || facts.store.holes.length > 0 ? 'Warning' : 'OK';
}

const sourceData = ({ source }: HealthFacts): object =>
  source === undefined
    ? { role: 'serve' }
    : {
        connected: source.isConnected,
        head_block_num: source.nodeHeadNum ?? source.targetNum ?? 0,
        ...(source.error === undefined ? {} : { error: source.error }),
        ...(source.progress === undefined ? {} : { progress: progressData(source.progress) }),
      };

const progressData = ({ remainingBlocks, blocksPerSecond, remainingSeconds }: IndexProgress): object => ({
  remaining_blocks: remainingBlocks,
  blocks_per_second: blocksPerSecond,
  remaining_seconds: remainingSeconds,
});

const nodeData = ({ headNum, headTimeMs, irreversibleNum, chainId }: NodeInfo, nowMs: number): object => ({
  head_block_num: headNum,
  head_block_time: timeText(headTimeMs),
  time_offset: nowMs - headTimeMs,
  last_irreversible_block: irreversibleNum,
  chain_id: chainId,
});

/** The state of the first block while it is loaded: nothing else can be read. */
const loadingData = ({ blockNum, rows, remainingRows, remainingSeconds }: LoadingState): object => ({
  block_num: blockNum,
  rows,
  remaining_rows: remainingRows,
  remaining_seconds: remainingSeconds,
});

function indexData(store: StoreStatus, behind: number): object {
  const { head, firstBlockNum, holes, chainId, actions, loading } = store;
  const last = head?.num ?? 0;
  const range = head === undefined ? 0 : last - firstBlockNum + 1;
  const missing = holes.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return {
    active_shards: '100.0%',
    head_offset: behind,
    first_indexed_block: firstBlockNum,
    last_indexed_block: last,
    total_indexed_blocks: range,
    missing_blocks: missing,
    missing_pct: `${(missing === 0 ? 0 : (missing / (range + missing)) * 100).toFixed(2)}%`,
    holes,
    total_actions: actions,
    chain_id: bytesToHex(chainId),
    ...(loading === undefined ? {} : { loading: loadingData(loading) }),
  };
}
