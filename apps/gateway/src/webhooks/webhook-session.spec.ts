import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock } from '@app/operations';
import { EventSources } from '../events/event-sources';
import { Failed } from '../events/stream/looks';
import { statedValue, VALUE_CURSORS } from '../events/topics/stated-value';
import { topicOf } from '../events/topics/topic';
import { type Hold, MemoryWebhooks, type WebhookKey } from './store/webhook-store';
import { WebhookLease } from './webhook-lease';
import { WebhookSession } from './webhook-session';

const KEY = { network: 'mainnet', name: 'desk' } as const;
const [CHAIN, OTHER_CHAIN] = ['a'.repeat(64), 'b'.repeat(64)];

interface Arrived {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly reason?: string; readonly topic?: string };
}

/** The topics of a webhook as a session reads them: those of `broken` cannot be read, and none before `isReady`. */
function sourcesOf(
  chainId: string,
  broken: readonly string[] = [],
  isReady = Promise.resolve(),
  isCurrent: () => boolean = () => true,
  headBlock = 1,
): EventSources {
  const reading = (key: string) =>
    broken.includes(key) ? new Failed('down') : statedValue(key, { of: key, headBlock });
  const look = { number: 1, headBlock };
  const network = { name: KEY.network, chain: { knownChainId: chainId } };
  const feed = {
    first: (parts: readonly { key: string }[]) =>
      isReady.then(() => parts.map((part) => ({ part, reading: reading(part.key), look }))),
    subscribe: () => () => undefined,
  };
  const partsOf = (_: unknown, { text }: { text: string }) => [
    { key: text, topic: text, cursors: VALUE_CURSORS, read: () => Promise.reject(new Error('not asked')) },
  ];
  return new EventSources(
    { of: () => network, isCurrent } as never,
    { partsOf, check: () => Promise.resolve() } as never,
    { of: () => feed } as never,
    { error: () => undefined, warn: () => undefined } as never,
  );
}

/** A store with a position of another secret until one is kept. */
class ForgedWebhooks extends MemoryWebhooks {
  override async hold(key: WebhookKey): Promise<Hold> {
    const hold = await super.hold(key);
    return hold.kind === 'held' && hold.position === undefined ? { ...hold, isForged: true } : hold;
  }
}

/** A message that does not come ends a spec. */
jest.setTimeout(60_000);

describe('WebhookSession', () => {
  let server: Server;
  let url: string;
  let store: MemoryWebhooks;
  let arrived: Arrived[];
  /** Deliveries that the receiver accepts. */
  let accepts: number;
  let arrival: () => void;
  beforeEach(async () => {
    [store, arrived] = [new MemoryWebhooks(), []];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const message = JSON.parse(Buffer.concat(chunks).toString()) as Arrived;
        response.writeHead(arrived.length < accepts ? 200 : 500).end();
        arrived.push({ ...message, id: String(request.headers['webhook-id']) });
        arrival();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function begun(sources: EventSources, topics: readonly string[]): Promise<WebhookSession> {
    const clock = new ManualClock();
    const lease = new WebhookLease(store, KEY, clock);
    await lease.renew();
    const config = { ...KEY, url, topics: topics.flatMap((text) => topicOf(text) ?? []), secrets: [] };
    const reports = { onDelivery: () => undefined, onUnreadable: fails, onDefect: fails };
    return new WebhookSession(config, lease, { sources, clock, random: () => 0 }, reports);
  }

  /** One replica, until `count` deliveries arrived, of which the receiver accepts the first ones. It is stopped then. */
  async function replica(
    sources: EventSources,
    topics: readonly string[],
    { count, accepted = count }: { readonly count: number; readonly accepted?: number },
  ): Promise<Arrived[]> {
    [arrived, accepts] = [[], accepted];
    const enough = new Promise<void>((resolve) => {
      arrival = () => {
        if (arrived.length >= count) resolve();
      };
    });
    const session = await begun(sources, topics);
    await enough;
    await session.follow();
    await session.stop();
    return arrived;
  }
  const fails = (error: unknown): never => {
    throw error as Error;
  };
  const typesOf = (messages: readonly Arrived[]) => messages.map(({ type }) => type);

  it.each([
    ['other_chain', OTHER_CHAIN, ['head']],
    ['not_in_id', CHAIN, ['head', 'price']],
  ])(
    'a reset (%s) that was not accepted is sent by the next replica, with its id',
    async (reason, chain, topics) => {
      expect(typesOf(await replica(sourcesOf(CHAIN), ['head'], { count: 2 }))).toEqual(['ready', 'head']);
      const [refused] = await replica(sourcesOf(chain), topics, { count: 1, accepted: 0 });
      expect(refused).toMatchObject({ type: 'reset', data: { reason } });
      const [reset, value] = await replica(sourcesOf(chain), topics, { count: 2 });
      expect(reset).toEqual(refused);
      expect(value).toMatchObject({ type: topics.at(-1) });
      // The refusal was accepted, so that it is not repeated.
      expect(typesOf(await replica(sourcesOf(chain), [...topics, 'ltv:alice:1'], { count: 1 }))).toEqual([
        'reset',
      ]);
      expect(arrived[0]!.data).toMatchObject({ reason: 'not_in_id', topic: 'ltv:alice:1' });
    },
  );

  it.each<[string, () => Promise<void>]>([
    ['of another secret', () => Promise.resolve(void (store = new ForgedWebhooks()))],
    ['that no gateway wrote', () => store.keep(KEY, '{}').then(() => undefined)],
  ])(
    'a webhook with a position %s begins with ready and a reset, also at the next replica until both are accepted',
    async (_, forge) => {
      await forge();
      const first = await replica(sourcesOf(CHAIN), ['head'], { count: 2, accepted: 1 });
      expect(typesOf(first)).toEqual(['ready', 'reset']);
      expect(first[1]!.data).toMatchObject({ reason: 'unknown_id' });
      const next = await replica(sourcesOf(CHAIN), ['head'], { count: 3 });
      expect(typesOf(next)).toEqual(['ready', 'reset', 'head']);
      expect(next.slice(0, 2)).toEqual(first);
      expect(typesOf(await replica(sourcesOf(CHAIN), ['head', 'price'], { count: 2 }))).toEqual([
        'reset',
        'price',
      ]);
    },
  );

  it('a topic that one replica reported as unavailable is reported as available by the next one, and as unavailable once', async () => {
    await replica(sourcesOf(CHAIN), ['head', 'price'], { count: 3 });
    expect(typesOf(await replica(sourcesOf(CHAIN, ['price']), ['head', 'price'], { count: 1 }))).toEqual([
      'unavailable',
    ]);
    const topics = ['head', 'price', 'ltv:alice:1'];
    const next = await replica(sourcesOf(CHAIN, ['price']), topics, { count: 2 });
    expect(typesOf(next)).toEqual(['reset', 'ltv:alice:1']);
    expect(await replica(sourcesOf(CHAIN), topics, { count: 1 })).toMatchObject([
      { type: 'available', data: { topic: 'price' } },
    ]);
  });

  it('a replica whose nodes are behind the block of the position sends nothing of the topics that the receiver has', async () => {
    const sourcesAt = (block: number) => sourcesOf(CHAIN, [], Promise.resolve(), () => true, block);
    await replica(sourcesAt(5), ['head'], { count: 2 });
    const behind = await replica(sourcesAt(4), ['head', 'price'], { count: 2 });
    expect(typesOf(behind)).toEqual(['reset', 'price']);
    expect(typesOf(await replica(sourcesAt(6), ['head', 'price'], { count: 2 }))).toEqual(['head', 'price']);
  });

  it('a session is over once its network has another profile', async () => {
    let isCurrent = true;
    const sources = sourcesOf(CHAIN, [], Promise.resolve(), () => isCurrent);
    const session = await begun(sources, ['head']);
    const before = session.isOver;
    isCurrent = false;
    expect([before, session.isOver]).toEqual([false, true]);
    await session.stop();
  });

  it('a session ends while its topics are still being read', async () => {
    const session = await begun(sourcesOf(CHAIN, [], new Promise(() => undefined)), ['head']);
    await session.stop();
    expect([session.isOver, arrived]).toEqual([false, []]);
  });
});
