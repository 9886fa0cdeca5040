import {
  AgreedAnswers,
  bodyKey,
  type CachedReply,
  type ChainClient,
  queryKey,
  type Lifetime,
  type Loaded,
  type NodeRequest,
  type ResponseCache,
  type Served,
  type SharedAnswers,
} from '@app/upstream';
import { ConsistentRead } from '@app/operations';
import { LRUCache } from 'lru-cache';
import { checkParameters } from './check-parameters';
import { MirrorError } from './errors/node-error';
import { headOfReply } from './head-of-reply';
import { retriesOnOtherNode } from './retry-on-other-node';
import { lifetimeOf } from './lifetime';
import { localAnswer } from './local/local-answers';
import { ownStreamClient } from './local/stream-client';
import { passedAbi } from './passed-abi';
import { pushAnswer } from './push/push-answer';
import { pushedBlock } from './push/pushed-block';
import type { MirrorRoute } from './route';
import type { SentRequest } from './sent-request';

/** Requests whose keys are remembered, by their bytes. */
const MAX_KNOWN_KEYS = 2_000;

const OK = 200;
const HEAD: Lifetime = { kind: 'head' };
const IMMUTABLE: Lifetime = { kind: 'immutable' };
const GET_INFO = '/v1/chain/get_info';

/** The routes of one network: parameters, cache, node. */
export class NetworkMirror {
  readonly #knownKeys = new LRUCache<string, string>({ max: MAX_KNOWN_KEYS });
  readonly #agreed = new AgreedAnswers();

  constructor(
    private readonly chain: ChainClient,
    private readonly cache: ResponseCache,
    private readonly answers: SharedAnswers | undefined,
  ) {}

  /**
   * The answer to a request. Pushes and dry runs are never shared.
   * @param raw the request as its client wrote it: see rawRequest
   * @throws MirrorError, UpstreamUnavailableError, AnswerTooLargeError
   */
  async answer(route: MirrorRoute, asked: SentRequest, raw?: string): Promise<Served> {
    const sent = route.complete === undefined ? asked : { ...asked, body: route.complete(asked.body) };
    if (route.cache.kind === 'never') {
      const reply = await this.#load(route, sent);
      return { reply, lifetime: { kind: 'none' }, source: 'miss', ageMs: 0 };
    }
    const key = keyOf(sent);
    // Equal keys have equal parameters: what is kept was checked.
    const served = await this.#read(route, sent, key);
    if (served.source !== 'miss' && raw !== undefined) this.#knownKeys.set(raw, key);
    return served;
  }

  /** The answer to a request that was answered before in the same words, when it is still at hand. */
  async kept(route: MirrorRoute, raw: string): Promise<Served | undefined> {
    const key = this.#knownKeys.get(raw);
    const known = key === undefined ? undefined : this.cache.kept(key);
    if (known === undefined || !this.#mayServe(route, known.reply, known.lifetime)) return undefined;
    const head = this.#headToShow(route, known);
    return head === undefined || (await this.chain.heads.show(head)) ? known : undefined;
  }

  /** Head of the network, as of the last poll. */
  get networkHead(): number {
    return this.chain.position().headBlock;
  }

  /** The token of the block that an answer shows; undefined where it shows none. */
  tokenOf({ retry }: MirrorRoute, reply: CachedReply): string | undefined {
    const { heads } = this.chain;
    return retry === 'push'
      ? heads.tokenOfPush(pushedBlock(reply.bytes))
      : heads.tokenOf(reply.nodeHead ?? 0);
  }

  /** Counts what was derived from a kept answer. */
  readonly addDerived = (served: Served, bytes: number): void => {
    this.cache.addDerived(served, bytes);
  };

  /** An answer at hand serves only while no client has seen a higher head, through this replica or another one. */
  async #read(route: MirrorRoute, sent: SentRequest, key: string): Promise<Served> {
    const read = (): Promise<Served> =>
      this.cache.read(
        key,
        () => this.#shared(route, sent, key),
        (reply, lifetime) => this.#mayServe(route, reply, lifetime),
        this.chain.heads.requiredBlock,
      );
    const served = await read();
    const head = this.#headToShow(route, served);
    return head === undefined || (await this.chain.heads.show(head)) ? served : read();
  }

  /** An answer at hand is of the block that the request names, or of a later one. */
  #mayServe(route: MirrorRoute, reply: CachedReply, { kind }: Lifetime): boolean {
    const { requiredBlock, shown } = this.chain.heads;
    // Nodes may have been added since the only one answered.
    if (kind === 'immutable') return reply.isConfirmed === true || this.chain.hasOneNode;
    if ((reply.nodeHead ?? 0) < requiredBlock) return false;
    return route.path !== GET_INFO || (headOfReply(reply) ?? 0) >= shown;
  }

  /** Head that clients see in an answer at hand, where other replicas may have shown a higher one. */
  #headToShow({ path }: MirrorRoute, { reply, source }: Served): number | undefined {
    const isShared = path === GET_INFO && this.chain.heads.areShared;
    return isShared && source !== 'miss' ? headOfReply(reply) : undefined;
  }

  /**
   * From another replica when the answer is one that does not change and at hand there, else loaded. It is kept permanently, and for the
   * others, once a second node gives the same bytes: the next time that it is asked for, another one is asked.
   */
  async #shared(route: MirrorRoute, sent: SentRequest, key: string): Promise<Loaded> {
    // From before the request: a block may have been on a fork when the node answered.
    const position = this.chain.position();
    const lifetime = (status: number): Lifetime => lifetimeOf(route, sent.parameters, status, position);
    if (lifetime(OK).kind !== 'immutable') {
      const reply = await this.#load(route, sent);
      return { reply, lifetime: lifetime(reply.status) };
    }
    const { knownChainId, hasOneNode } = this.chain;
    const sharedKey =
      knownChainId === undefined
        ? undefined
        : `${knownChainId} ${hasOneNode ? 'one node' : 'two nodes'} ${key}`;
    const known = sharedKey === undefined ? undefined : await this.answers?.get(sharedKey);
    if (known !== undefined && this.chain.hasNode(known.reply.node) && isFinal(route, known.reply))
      return { ...known, reply: { ...known.reply, isConfirmed: !hasOneNode }, lifetime: IMMUTABLE };
    const reply = await this.#load(route, sent, this.#agreed.nodesOf(key));
    if (reply.status !== OK) return { reply, lifetime: lifetime(reply.status) };
    // It changes once its node has followed: neither kept nor compared.
    if (!isFinal(route, reply)) return { reply, lifetime: HEAD };
    const differing = this.#agreed.differing(key, reply);
    if (differing !== undefined && reply.address !== undefined)
      this.chain.recheck(requestOf(route, sent, []), [differing, reply.address]);
    const isConfirmed = !hasOneNode && this.#agreed.isConfirmed(key, reply);
    if (!isConfirmed && !hasOneNode) return { reply, lifetime: HEAD };
    if (sharedKey !== undefined) void this.answers?.set(sharedKey, reply);
    return { reply: { ...reply, isConfirmed }, lifetime: IMMUTABLE };
  }

  /** The head in get_info is that of its state; of other answers only the node's last report is known. */
  async #load(route: MirrorRoute, sent: SentRequest, besides?: readonly string[]): Promise<CachedReply> {
    const reply = await this.#answered(route, sent, besides);
    const own = route.path === GET_INFO ? headOfReply(reply) : undefined;
    return own === undefined ? reply : { ...reply, nodeHead: own };
  }

  async #answered(
    route: MirrorRoute,
    sent: SentRequest,
    besides: readonly string[] | undefined,
  ): Promise<CachedReply> {
    await checkParameters(route, sent);
    if (route.retry === 'push') return ConsistentRead.suspend(() => pushAnswer(this.chain, sent));
    const local = await localAnswer(this.chain, route, sent);
    if (local !== undefined) return local;
    if (route.isScript === true) return ownStreamClient(this.chain.position().headBlock);
    const reply = await this.#ask(route, sent, besides);
    const abi = passedAbi(route, sent, reply);
    if (abi !== undefined) this.chain.abiSeen(abi.account, abi.hash);
    // Its clients read no error of nodeos.
    if (route.errors === 'hyperion' && reply.status === 404) throw notServed(this.chain.network, route);
    return reply;
  }

  async #ask(
    route: MirrorRoute,
    sent: SentRequest,
    besides: readonly string[] | undefined,
  ): Promise<CachedReply> {
    const { headBlock } = this.chain.position();
    const { reply, node } = await this.chain.rawRequest(
      requestOf(route, sent, besides),
      retriesOnOtherNode(route, sent.parameters, headBlock),
    );
    const { status, contentType, bytes } = reply;
    const origin = { node: node.label, address: node.address };
    return { status, contentType, bytes, ...origin, headBlock, nodeHead: reply.headBlock };
  }
}

const isFinal = ({ cache }: MirrorRoute, { bytes }: CachedReply): boolean =>
  cache.kind !== 'block' || cache.isFinal?.(bytes) !== false;

/**
 * @param besides nodes that gave an answer that does not change; undefined: it changes. A node with an old head has one
 *   that does not, too: the chain may stand still
 */
const requestOf = (
  route: MirrorRoute,
  { method, path, body }: SentRequest,
  besides: readonly string[] | undefined,
): NodeRequest & { readonly route: string } => ({
  method,
  path,
  ...(body.length === 0 ? {} : { body }),
  call: route.call,
  isOfClient: true,
  route: route.path,
  needsCurrent: besides === undefined,
  besides,
  capability: route.capability,
});

const notServed = (network: string, { path }: MirrorRoute): MirrorError =>
  new MirrorError(404, `no node of ${network} serves ${path}`);

/** Requests with equal keys must be answered the same. The query of a GET is a part of its path. */
function keyOf({ method, path, body }: SentRequest): string {
  if (method === 'POST') return `POST ${path} ${bodyKey(body)}`;
  const query = path.indexOf('?');
  return query < 0 ? `GET ${path}` : `GET ${path.slice(0, query)} ${queryKey(path.slice(query + 1))}`;
}
