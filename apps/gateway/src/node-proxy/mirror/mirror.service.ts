import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NetworkName } from '@app/networks';
import { CLOCK, type Clock, CONSISTENCY_NAME, Metrics, SETTINGS, type Settings } from '@app/operations';
import { BucketGuard, unitsOfPassed } from '@app/rate-limit';
import { AnswerTooLargeError, Chains, ResponseCache, type Served } from '@app/upstream';
import { Inject, Injectable } from '@nestjs/common';
import { ChainStorage } from '../../chains/chain-storage';
import type { ReadBody } from '../../platform/surface';
import { sendAnswer } from './answer/send-answer';
import { NetworkMirror } from './network-mirror';
import type { MirrorRoute } from './route';
import { rawRequest, readSentRequest, type SentRequest } from './sent-request';
import { unitsOfAnswer, unitsOfRequest } from './units';

const SCRIPT = 'application/javascript';

/** A request to the mirror. */
export interface MirrorRequest extends IncomingMessage {
  readonly originalUrl: string;
  readonly body?: ReadBody<Buffer>;
}

/** The node query API of every network: public path -> route -> parameters -> cache -> node -> bytes through. */
@Injectable()
export class MirrorService {
  readonly #networks = new Map<NetworkName, NetworkMirror>();
  /** Looked up once: counting a kept answer is on the shortest path of a request. */
  readonly #counts: Readonly<Record<'hit' | 'miss' | 'coalesced', { inc(): void }>>;

  constructor(
    private readonly chains: Chains,
    private readonly storage: ChainStorage,
    private readonly guard: BucketGuard,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    const { mirrorAnswers } = metrics;
    this.#counts = {
      hit: mirrorAnswers.labels({ source: 'hit' }),
      miss: mirrorAnswers.labels({ source: 'miss' }),
      coalesced: mirrorAnswers.labels({ source: 'coalesced' }),
    };
  }

  /**
   * Answers a request that is counted once in its bucket. Its body counts before a node is asked, its answer before it is
   * sent.
   * @throws NetworkNotConfiguredError, RateLimitedError, and the errors of NetworkMirror
   */
  async answer(
    route: MirrorRoute,
    network: NetworkName,
    request: MirrorRequest,
    response: ServerResponse,
  ): Promise<void> {
    const mirror = this.#of(network);
    const sent = await readSentRequest(route, request);
    const units = unitsOfRequest(route, request.originalUrl, sent.body);
    await this.guard.countMore('mirror', units, request, response);
    await this.#send(
      mirror,
      route,
      request,
      response,
      await this.#asked(mirror, route, sent, request, response),
    );
  }

  /** Sends the answer to a request in the same words as an earlier one. @returns false when it is not at hand */
  async sendKept(
    route: MirrorRoute,
    network: NetworkName,
    request: IncomingMessage & { readonly originalUrl: string },
    response: ServerResponse,
    body: Buffer,
  ): Promise<boolean> {
    const raw = rawRequest(route, request, body);
    const mirror = this.#networks.get(network);
    if (mirror === undefined || raw === undefined) return false;
    const served = await mirror.kept(route, raw);
    if (served === undefined) return false;
    await this.#send(mirror, route, request, response, served);
    return true;
  }

  async #asked(
    mirror: NetworkMirror,
    route: MirrorRoute,
    sent: SentRequest,
    request: MirrorRequest,
    response: ServerResponse,
  ): Promise<Served> {
    try {
      return await mirror.answer(route, sent, rawRequest(route, request, sent.body));
    } catch (error) {
      if (error instanceof AnswerTooLargeError)
        await this.guard.charge('mirror', unitsOfPassed(error.maxBytes), request, response);
      throw error;
    }
  }

  async #send(
    mirror: NetworkMirror,
    route: MirrorRoute,
    request: IncomingMessage,
    response: ServerResponse,
    served: Served,
  ): Promise<void> {
    await this.guard.charge('mirror', unitsOfAnswer(served), request, response);
    const { networkHead } = mirror;
    if (networkHead > 0) response.setHeader('x-network-head', networkHead);
    const token = mirror.tokenOf(route, served.reply);
    if (token !== undefined) response.setHeader(CONSISTENCY_NAME, token);
    const contentType = route.isScript === true ? SCRIPT : undefined;
    await sendAnswer(request, response, served, mirror.addDerived, contentType);
  }

  #of(network: NetworkName): NetworkMirror {
    const known = this.#networks.get(network);
    if (known !== undefined) return known;
    const chain = this.chains.of(network);
    const cache = new ResponseCache(
      this.clock,
      this.settings.mirror.cacheBytes,
      () => chain.position().headBlock,
      (source) => {
        this.#counts[source].inc();
      },
    );
    chain.onWrite(() => {
      cache.drop();
    });
    const mirror = new NetworkMirror(chain, cache, this.storage.answers);
    this.#networks.set(network, mirror);
    return mirror;
  }
}
