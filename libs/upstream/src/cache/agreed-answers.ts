import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CachedReply } from './response-cache';

/** Requests that are remembered, the latest ones: about 500 bytes each. */
const MAX_REQUESTS = 10_000;
/** Times that all nodes were asked without two that agree: they are of different versions, or only one can answer. */
const MAX_TURNS = 3;

interface Told {
  /** Hash of the answer by address of the node. */
  readonly answers: ReadonlyMap<string, string>;
  readonly turns: number;
  /** Whether a difference was reported in this turn. */
  readonly hasDiffered: boolean;
}

const NOTHING: Told = { answers: new Map(), turns: 0, hasDiffered: false };

/**
 * Which node gave which answer to a request that has one answer that does not change. One node may lie; what two gave byte for byte
 * is believed. Remembers hashes, not answers.
 */
export class AgreedAnswers {
  /** By hash of the request. */
  readonly #told = new LRUCache<string, Told>({ max: MAX_REQUESTS });

  /** Addresses of the nodes that need not be asked again for a second answer; none once that had no effect several times. */
  nodesOf(key: string): readonly string[] {
    const { answers, turns } = this.#told.get(hashOf(key)) ?? NOTHING;
    return turns < MAX_TURNS ? [...answers.keys()] : [];
  }

  /** Address of a node that gave other bytes; undefined where none did: once in each turn of the nodes. */
  differing(key: string, { address, bytes }: Pick<CachedReply, 'address' | 'bytes'>): string | undefined {
    const request = hashOf(key);
    const told = this.#told.get(request);
    if (told === undefined || told.hasDiffered || told.turns >= MAX_TURNS) return undefined;
    const answer = hashOf(bytes);
    const differing = [...told.answers].find(([other, same]) => other !== address && same !== answer)?.[0];
    if (differing !== undefined) this.#told.set(request, { ...told, hasDiffered: true });
    return differing;
  }

  /** Whether another node gave the same bytes before. An answer of no node confirms nothing. */
  isConfirmed(key: string, { address, bytes }: Pick<CachedReply, 'address' | 'bytes'>): boolean {
    if (address === undefined) return false;
    const request = hashOf(key);
    const answer = hashOf(bytes);
    const { answers, turns, hasDiffered } = this.#told.get(request) ?? NOTHING;
    if ([...answers].some(([other, same]) => other !== address && same === answer)) return true;
    // A node is asked again once all were asked: another one may say something else now.
    const isNextTurn = answers.has(address);
    this.#told.set(request, {
      answers: new Map(isNextTurn ? [] : answers).set(address, answer),
      turns: turns + Number(isNextTurn),
      hasDiffered: hasDiffered && !isNextTurn,
    });
    return false;
  }
}

const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
