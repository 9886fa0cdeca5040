import type { Json } from '@app/antelope';
import { type Clock, VerifiedCall } from '@app/operations/core';
import { type Read, ReadCache, type ReadMoment } from '../cache/read-cache';
import type { CallClass } from '../node/call-class';
import { type ChainInfo, readInfo } from '../node/info';
import type { Raw } from '../node/node-reply';
import type { NodeRequest } from '../node/node-request';
import type { NodeCaller } from '../pool/node-caller';
import type { ReadNodes, VerifiedReads } from '../verify/verified-reads';
import type { ChainHeads } from './chain-heads';
import { HeadRead } from './one-head/head-read';
import { NodeHeads } from './one-head/node-heads';

/** A request whose answer is kept by its bytes. */
type ReadRequest = NodeRequest & { readonly body: string };

const GET_INFO = { method: 'POST', path: '/v1/chain/get_info', body: '{}', call: 'info' } as const;
const INFO_KEY = `${GET_INFO.path} ${GET_INFO.body}`;

/** Typed reads of one network: kept, compared over nodes where the call wants it, and of one head where it says so. */
export class ChainReads {
  readonly cache: ReadCache;
  readonly #nodeHeads = new NodeHeads();

  constructor(
    private readonly caller: NodeCaller,
    private readonly verified: VerifiedReads,
    heads: ChainHeads,
    { readLifetimeMs, clock }: { readonly readLifetimeMs: number; readonly clock: Clock },
  ) {
    const { pool } = caller;
    this.cache = new ReadCache(clock, readLifetimeMs, () => pool.position().headBlock, heads);
  }

  /** The value of an answer to a request with a body of JSON. */
  read<T>(
    path: string,
    body: Readonly<Record<string, Json>>,
    call: CallClass,
    read: (raw: Raw, bytes: number) => T,
  ): Promise<T> {
    return this.load({ method: 'POST', path, body: JSON.stringify(body), call }, async (served) => {
      const answer = await served;
      return { ...answer, value: read(answer.json, answer.bytes) };
    });
  }

  /**
   * A kept value, or the one that is made of a node's answer. In a call whose reads are compared the answer is that of
   * two nodes; one that is at hand serves with the verification that it was loaded with.
   */
  async load<T>(request: ReadRequest, read: (served: ReturnType<ReadNodes>) => Promise<Read<T>>): Promise<T> {
    const key = `${request.path} ${request.body}`;
    const current = VerifiedCall.current;
    const call = current !== undefined && this.verified.verifies(request, current) ? current : undefined;
    const part = HeadRead.of(this);
    const asked = part === undefined ? request : { ...request, prefers: part.moment.node };
    const send = (moment?: ReadMoment) =>
      call === undefined
        ? this.cache.readWhole(key, () => read(this.caller.readJson(asked)), moment)
        : this.cache.readWhole(`verified ${key}`, () => read(this.verified.read(asked)), moment);
    part?.send(key, () => this.load(request, read));
    const whole = await send(part?.moment);
    part?.add(whole);
    call?.record(whole.verification);
    return whole.value;
  }

  /** The head: in a call of one head that of all its parts. */
  async info(): Promise<ChainInfo> {
    return HeadRead.of(this)?.info ?? (await this.#readInfo()).value;
  }

  /** Times that something was pushed. */
  get writes(): number {
    return this.cache.writes;
  }

  /**
   * The head of a node, from when on its answers are of it.
   * @param wanted the node that is asked before others, where its head is not at hand
   */
  async head(wanted?: string): Promise<{ readonly info: ChainInfo; readonly moment: ReadMoment }> {
    const { value: info, nodes, endedMs } = await this.#readInfo(wanted);
    const node = nodes?.[0] ?? '';
    // Where the node named another head meanwhile, it names this one no more.
    return { info, moment: this.#nodeHeads.momentOf(node, info.headBlockId) ?? { node, sinceMs: endedMs } };
  }

  /** Whether the node of a call had its head until the last part was read. */
  hadHead({ moment: { node }, info, lastMs }: HeadRead): boolean {
    return this.#nodeHeads.hadUntil(node, info.headBlockId, lastMs);
  }

  /** Asks for the head now, a node before others. @throws UpstreamUnavailableError */
  renewHead(node: string): Promise<void> {
    return this.cache.renew(INFO_KEY, () => this.#loadInfo(node));
  }

  #readInfo(node?: string) {
    const moment = node === undefined ? undefined : { node, sinceMs: 0 };
    return this.cache.readWhole(INFO_KEY, () => this.#loadInfo(node), moment);
  }

  async #loadInfo(prefers?: string): Promise<Read<ChainInfo>> {
    const startedMs = performance.now();
    const answer = await this.caller.readJson({ ...GET_INFO, prefers });
    const value = readInfo(answer.json);
    const times = { startedMs, endedMs: performance.now() };
    for (const node of answer.nodes) this.#nodeHeads.record(node, value.headBlockId, times);
    return { ...answer, value };
  }
}
