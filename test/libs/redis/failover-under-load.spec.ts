import { setTimeout as delay } from 'node:timers/promises';
import { type Platform, startPlatform } from '../../harness/gateway/platform';
import { until } from '../../harness/until';
import { SentinelGroup } from './support/sentinel-group';

const LIMIT = 1_000_000;
/** Of the load after each answer. */
const PAUSE_MS = 2;

describe('two replicas whose Redis master is killed under load', () => {
  let group: SentinelGroup;
  let replicas: Platform[] = [];
  beforeEach(async () => {
    group = await SentinelGroup.start();
    const env = { ...group.env, RATE_LIMIT_READ: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' };
    replicas = [await startPlatform(env), await startPlatform(env)];
  });
  afterEach(async () => {
    await Promise.all(replicas.map(({ app }) => app.close()));
    await group.stop();
  });

  const call = (replica: Platform, client: string) => replica.call('get_echo', { 'x-forwarded-for': client });
  const remaining = (replica: Platform, client: string): Promise<number> =>
    call(replica, client).then(async (answer) => {
      await answer.text();
      return Number(answer.headers.get('ratelimit-remaining'));
    });
  /** Messages of the log of a replica about its counts, in order. */
  const news = ({ log }: Platform): string[] =>
    log.map(({ msg }) => String(msg)).filter((msg) => msg.startsWith('rate limits: '));
  const isShared = (replica: Platform): boolean =>
    news(replica).at(-1)?.includes('counts are shared') === true;
  const wasLost = (replica: Platform): boolean => news(replica).some((msg) => msg.includes('Redis is lost'));

  it('replicas fail no request while Redis fails over, and share their counts again then', async () => {
    await until(() => replicas.every(isShared));
    const statuses: number[] = [];
    let isRunning = true;
    const load = Promise.all(
      replicas.map(async (replica) => {
        while (isRunning) {
          const answer = await call(replica, '203.0.113.1');
          statuses.push(answer.status);
          await answer.text();
          await delay(PAUSE_MS);
        }
      }),
    );
    await until(() => statuses.length > 50);
    await group.killMaster();
    await until(() => replicas.every(wasLost));
    await until(() => replicas.every(isShared));
    isRunning = false;
    await load;
    expect(statuses.filter((status) => status !== 200)).toEqual([]);

    const [one, other] = replicas as [Platform, Platform];
    let clients = 0;
    await until(async () => {
      const client = `203.0.113.${(clients += 1) + 1}`;
      return (await remaining(one, client)) === LIMIT - 1 && (await remaining(other, client)) === LIMIT - 2;
    });
  });
});
