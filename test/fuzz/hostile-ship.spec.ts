import { RandomRequests } from './random-requests';
import { isRefusalOfHistory } from './faults-of';
import { API, type Finding, fuzzRequests, keep, keptSeeds, MINUTES, repeat, SEED } from './findings';
import { retainedBytes } from './heap';
import { liedHistory } from './lied-history';
import { Seeded } from '../harness/seeded';

/** Histories of the short form. */
const SHORT = 4;
const REQUESTS = 24;
/** Those of the first histories are there before. */
const MOST_GROWTH_BYTES = 64 * 1_048_576;

const HISTORY_API = {
  ...API,
  paths: Object.fromEntries(
    Object.entries(API.paths).filter(([route]) => /^\/(?:v2|v1\/history|v1\/trace_api)\//.test(route)),
  ),
};

describe('a history node whose state-history server lies', () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): unknown => rejections.push(reason);
  beforeAll(() => void process.on('unhandledRejection', onRejection));
  afterAll(() => void process.off('unhandledRejection', onRejection));

  /** The findings of the lies of a seed, and of requests to the history that they left. */
  async function findingsOf(seed: number): Promise<Finding[]> {
    const { history, faults, told, close } = await liedHistory(new Seeded(seed));
    const lies = { kind: 'state history', seed, faults: [...faults, ...told] } as const;
    const found: Finding[] = faults.length === 0 ? [] : [keep(lies, 0)];
    const requests = new RandomRequests(HISTORY_API, new Seeded(seed));
    const run = { seed, least: REQUESTS, minutes: 0 };
    found.push(...(await fuzzRequests(history.url, requests, isRefusalOfHistory, run)));
    await close();
    return found;
  }

  it.each(keptSeeds('state history'))(
    'a history continues with the blocks of the chain after the lies of $name',
    async ({ seed }) => expect(await findingsOf(seed)).toEqual([]),
  );

  it('a history has the blocks of the chain and nothing else, answers every request, and keeps its heap bounded', async () => {
    const findings: Finding[] = [];
    let before = 0;
    await repeat(SHORT, MINUTES, async (number) => {
      findings.push(...(await findingsOf(SEED + number)));
      if (number === 1) before = retainedBytes();
      return findings.length > 5;
    });
    expect(findings).toEqual([]);
    expect(rejections).toEqual([]);
    expect(retainedBytes() - before).toBeLessThan(MOST_GROWTH_BYTES);
  });
});
