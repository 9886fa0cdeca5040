import { CALL_BOUNDS } from '../../../../../libs/upstream/src/node/call-class';
import { AnswerTooLargeError, NodeFailure } from '../../../../../libs/upstream/src/node/errors';
import { connectionFailure } from '../../../../../libs/upstream/src/node/connection-failure';
import type { NodeReply, NodeRequest } from '../../../../../libs/upstream/src/node/node-request';
import { BLOCK_MS } from '../../../../../libs/upstream/src/pool/agreed-position';
import { blockId, CHAIN } from '../../../../../libs/upstream/src/pool/testing/judged-nodes';
import type { SimulatedChain, SimulatedTransaction } from './simulated-chain';
import type { VirtualTime } from './virtual-time';

/** Faults and lies of a node. */
export const POSITION_LIES = [
  'head number',
  'head number by time',
  'head number, a little',
  'head time',
  'irreversible number',
  'irreversible number by time',
  'irreversible id',
] as const;
export const POSITION_FAULTS = ['late', 'a block late', 'stands still', 'on a fork'] as const;
export const STATE_FAULTS = ['rows', 'too many rows', 'slow', 'hangs', 'down'] as const;
export const PUSH_FAULTS = [
  'forgets pushes',
  'claims pushes',
  'states blocks of pushes',
  'denies pushes',
  'refuses pushes',
  'takes pushes as busy',
  'takes pushes in silence',
  'on a fork',
] as const;
export const FAULTS = [...POSITION_LIES, ...POSITION_FAULTS, ...STATE_FAULTS, ...PUSH_FAULTS] as const;
export type Fault = (typeof FAULTS)[number];

/** A fault, and when. */
export interface TimedFault {
  readonly faults: readonly Fault[];
  readonly fromMs: number;
  readonly untilMs: number;
}

type Answer = Readonly<Record<string, unknown>>;

const ROWS = '/v1/chain/get_table_rows';
const EXPIRED = 3_040_005;
const DUPLICATE = 3_040_008;
const ASSERTION = 3_050_003;
const FORGED = 'ee';
/** A node that is late by these is not asked where another one is left. */
const LATE_BLOCKS = 60;
const SLOW_MS = 1_500;
/** So long after other nodes finalized, a node states the first block that is too far above theirs. */
const LONG_WITHOUT_STEP_MS = 6_000;
const TOO_FAR_AHEAD = 25;
/** Within what nodes that follow the chain may be apart. */
const A_LITTLE = 8;
const MOST_NODES = 8;
/** Added to the truth: no state of the model. */
export const LIE = 1_000_000_000;

/** One node: answers requests by what the chain says, but for its fault. */
export class SimulatedNode {
  readonly label: string;
  /** Paths of the requests that it got, and when. */
  readonly requests: { readonly path: string; readonly atMs: number }[] = [];
  readonly #taken = new Set<string>();

  constructor(
    /** From 0 on: liars make up things of their own, and do not agree on one. */
    private readonly number: number,
    private readonly chain: SimulatedChain,
    private readonly time: VirtualTime,
    /** Milliseconds that its blocks and its answers need. */
    private readonly delays: { readonly blockMs: number; readonly answerMs: number },
    readonly fault: TimedFault | undefined,
  ) {
    this.label = `node-${number}`;
  }

  /** Whether it is as a node has to be now. */
  get isSound(): boolean {
    const { fromMs = Infinity, untilMs = Infinity } = this.fault ?? {};
    return this.time.nowMs < fromMs || this.time.nowMs >= untilMs;
  }

  /** Whether it has never been anything else. */
  get wasSound(): boolean {
    return this.time.nowMs < (this.fault?.fromMs ?? Infinity);
  }

  exchange({ path, body, call }: NodeRequest, signal: AbortSignal): Promise<NodeReply> {
    this.requests.push({ path, atMs: this.time.nowMs });
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        end();
        reject(connectionFailure(this.label, signal.reason as unknown, true));
      };
      const answerMs = this.#has('slow') ? SLOW_MS : this.delays.answerMs;
      const end = this.time.after(answerMs, () => {
        signal.removeEventListener('abort', fail);
        if (this.#has('down')) {
          reject(new NodeFailure(this.label, 'cannot be reached', { mayHaveArrived: false }));
          return;
        }
        if (this.#has('too many rows') && path === ROWS) {
          reject(new AnswerTooLargeError(this.label, CALL_BOUNDS[call].maxBytes));
          return;
        }
        // The half after the work is the way back.
        const reply = this.#reply(path, JSON.parse(String(body ?? '{}')) as Answer);
        if (reply === undefined) reject(connectionFailure(this.label, new Error('ECONNRESET'), true));
        else resolve(reply);
      });
      if (this.#has('hangs')) end();
      if (signal.aborted) fail();
      else signal.addEventListener('abort', fail, { once: true });
    });
  }

  #has(fault: Fault): boolean {
    return !this.isSound && this.fault?.faults.includes(fault) === true;
  }

  /** Its own head, as its state is. */
  get head(): number {
    const ms = this.#has('stands still') ? this.fault!.fromMs : this.time.nowMs;
    const head = this.chain.headAt(ms - this.delays.blockMs);
    if (this.#has('stands still')) return head;
    if (this.#has('a block late')) return head - 1;
    return this.#has('late') ? head - LATE_BLOCKS : head;
  }

  get #irreversible(): number {
    return this.chain.irreversibleAt(this.#has('on a fork') ? this.#forkedFrom : this.head);
  }

  get #ahead(): number {
    if (this.#has('head number')) return 1_000_000;
    if (this.#has('head number by time')) return 60;
    return this.#has('head number, a little') ? A_LITTLE : 0;
  }

  get #aheadOfIrreversible(): number {
    if (this.#has('irreversible number')) return 100_000;
    const isLongAgo = this.chain.blocksSinceStep(this.head) * BLOCK_MS >= LONG_WITHOUT_STEP_MS;
    return this.#has('irreversible number by time') && isLongAgo ? TOO_FAR_AHEAD : 0;
  }

  /** A block that no other node states. */
  get #madeUpBlock(): number {
    return this.head - 1 - ((this.head - 1 - this.number) % MOST_NODES);
  }

  get #forkedFrom(): number {
    return this.chain.headAt(this.fault!.fromMs);
  }

  #idOf(block: number): string {
    return blockId(block, this.#has('on a fork') && block > this.#forkedFrom ? FORGED : 'c1');
  }

  /** Undefined: the connection breaks. */
  #reply(path: string, body: Answer): NodeReply | undefined {
    switch (path) {
      case '/v1/chain/get_info':
        return ok(this.#info());
      case '/v1/chain/get_block_info':
        return this.#blockInfo(Number(body['block_num']));
      case '/v1/chain/get_block':
        return this.#block(Number(body['block_num_or_id']));
      case ROWS:
        return ok(this.#rows(String(body['table'])));
      case '/v1/chain/send_transaction':
        return this.#send(String(body['packed_trx']));
      case '/v1/chain/get_transaction_status':
        return ok(this.#status(String(body['id'])));
      default:
        return refused(404, 0, 'Unknown Endpoint');
    }
  }

  #info(): Answer {
    const { head } = this;
    const irreversible = this.#irreversible;
    const ahead = this.#ahead;
    const finalized = irreversible + this.#aheadOfIrreversible;
    const timeMs = this.chain.timeOf(head) + (this.#has('head time') ? 25_000 : 0);
    return {
      chain_id: CHAIN,
      head_block_num: head + ahead,
      head_block_id: this.#idOf(head + ahead),
      head_block_time: isoOf(timeMs + (this.#has('head number by time') ? ahead * BLOCK_MS : 0)),
      head_block_producer: 'eosio',
      last_irreversible_block_num: finalized,
      last_irreversible_block_id: this.#has('irreversible id')
        ? blockId(finalized, FORGED)
        : this.#idOf(finalized),
      server_version: 'v5',
    };
  }

  #blockInfo(block: number): NodeReply {
    if (block > this.head) return refused(500, 3_100_002, 'Could not find block');
    const timestamp = isoOf(this.chain.timeOf(block));
    return ok({ id: this.#idOf(block), previous: this.#idOf(block - 1), timestamp });
  }

  #block(block: number): NodeReply {
    if (block > this.head) return refused(500, 3_100_002, 'Could not find block');
    const ids = [...this.chain.executed].filter(([, number]) => number === block).map(([id]) => id);
    const transactions = ids.map((id) => ({ status: 'executed', trx: { id } }));
    const shown = this.#has('denies pushes') || this.#has('on a fork') ? [] : transactions;
    return ok({ block_num: block, timestamp: isoOf(this.chain.timeOf(block)), transactions: shown });
  }

  #rows(table: string): Answer {
    const { head } = this;
    const state = this.chain.stateAt(head) + (this.#has('rows') ? LIE + this.number : 0);
    const row = table === 'heads' ? { head, node: this.label } : { state };
    return { rows: [row], more: false, next_key: '' };
  }

  #send(packed: string): NodeReply | undefined {
    const transaction = this.chain.transactionOf(packed);
    if (transaction === undefined) return refused(500, ASSERTION, 'no transaction of the model');
    const { id } = transaction;
    const block = this.head + 1;
    if (this.#has('forgets pushes') || this.#has('states blocks of pushes')) return executed(id, block);
    if (this.#has('claims pushes')) return refused(409, DUPLICATE, 'duplicate');
    if (this.#has('refuses pushes')) return refused(500, ASSERTION, 'refused');
    if (this.chain.isExpired(transaction)) return refused(500, EXPIRED, 'expired');
    if (this.#has('on a fork')) return executed(id, block);
    if (this.#taken.has(id) || this.chain.has(transaction)) return refused(409, DUPLICATE, 'duplicate');
    if (!transaction.isValid) return refused(500, ASSERTION, 'assertion failure');
    this.#taken.add(id);
    this.time.after(BLOCK_MS * 3, () => this.#taken.delete(id));
    this.chain.submit(transaction);
    if (this.#has('takes pushes as busy')) return refused(503, 0, 'busy');
    return this.#has('takes pushes in silence') ? undefined : executed(id, block);
  }

  #status(id: string): Answer {
    const { head } = this;
    const block = this.chain.executed.get(id);
    const irreversible = this.#irreversible;
    const tracked = {
      head_number: head,
      irreversible_timestamp: isoOf(this.chain.timeOf(irreversible)),
      earliest_tracked_block_number: 1,
    };
    const inBlock = (number: number, state: string): Answer => ({
      ...{ state, block_number: number, block_timestamp: isoOf(this.chain.timeOf(number)) },
      ...tracked,
    });
    if (this.#has('states blocks of pushes')) return inBlock(this.#madeUpBlock, 'IRREVERSIBLE');
    if (this.#has('denies pushes')) return { state: 'UNKNOWN', ...tracked };
    const isSeen = block !== undefined && block <= head && !this.#has('on a fork');
    if (isSeen) return inBlock(block, block <= irreversible ? 'IRREVERSIBLE' : 'IN_BLOCK');
    return { state: this.#taken.has(id) ? 'LOCALLY_APPLIED' : 'UNKNOWN', ...tracked };
  }
}

const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

const replyOf = (status: number, body: Answer): NodeReply => ({
  status,
  contentType: 'application/json',
  bytes: Buffer.from(JSON.stringify(body)),
});
const ok = (body: Answer): NodeReply => replyOf(200, body);
const executed = (id: string, block: number): NodeReply =>
  ok({ transaction_id: id, processed: { block_num: block, receipt: { status: 'executed' }, except: null } });
const refused = (status: number, code: number, message: string): NodeReply =>
  replyOf(status, {
    ...{ code: status, message },
    error: { code, name: `error_${code}`, what: message, details: [{ message }] },
  });

export type { SimulatedTransaction };
