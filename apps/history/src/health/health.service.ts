import { bytesToHex, nameFromValue } from '@app/antelope';
import { CLOCK, type Clock } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import { type HealthFacts, healthDocument } from '../answers/health-document';
import { timeText } from '../answers/time-text';
import { READER } from '../decoding/tokens';
import { HistoryError } from '../parameters/history-error';
import { StoreLoadingError } from '../store/errors';
import type { HistoryReader } from '../store/port';
import { NodeInfoReader } from './node-info';
import { SOURCE, type Source } from './source';

const NOT_READY = 503;
/** Of the server that answers: nodeos has the hash of its build here. */
const SERVER_VERSION = '00000000';

@Injectable()
export class HealthService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SOURCE) private readonly source: Source,
    private readonly node: NodeInfoReader,
  ) {}

  /** The facts of /v2/health and of readiness. */
  async facts(): Promise<HealthFacts> {
    const [store, node] = await Promise.all([this.reader.status(), this.node.read()]);
    const { version, hasStream, isIrreversibleOnly = false } = this.source;
    return {
      version,
      nowMs: this.clock.now(),
      store,
      source: this.source.status(),
      node,
      hasStream,
      isIrreversibleOnly,
    };
  }

  /** GET /v2/health. */
  async getHealth(): Promise<object> {
    const startedMs = performance.now();
    const document = healthDocument(await this.facts());
    return { ...document, query_time_ms: Math.round(performance.now() - startedMs), cached: false };
  }

  /** /v1/chain/get_info of the index: its own head, by which a balancer judges how current it is. */
  async getInfo(): Promise<object> {
    const { chainId, head, irreversibleNum, firstBlockNum, loading } = await this.reader.status();
    if (loading !== undefined) throw new StoreLoadingError(loading);
    if (head === undefined) throw new HistoryError(NOT_READY, 'no block is indexed yet');
    const irreversible = await this.reader.block(irreversibleNum);
    // Clients take that block for final: no other one may stand for it.
    if (irreversible === undefined)
      throw new HistoryError(
        NOT_READY,
        `the irreversible block ${irreversibleNum} is not indexed: the history begins with block ${firstBlockNum}`,
      );
    return {
      server_version: SERVER_VERSION,
      chain_id: bytesToHex(chainId),
      head_block_num: head.num,
      last_irreversible_block_num: irreversibleNum,
      last_irreversible_block_id: bytesToHex(irreversible.id),
      head_block_id: bytesToHex(head.id),
      head_block_time: timeText(head.timeMs),
      head_block_producer: nameFromValue(head.producer),
      server_version_string: `history-${this.source.version}`,
      earliest_available_block_num: firstBlockNum,
      last_irreversible_block_time: timeText(irreversible.timeMs),
    };
  }

  /** GET /. */
  async getRoot(): Promise<object> {
    const { chainId } = await this.reader.status();
    const { version, chain } = this.source;
    return { version, version_hash: '0'.repeat(40), chain, chain_id: bytesToHex(chainId) };
  }
}
