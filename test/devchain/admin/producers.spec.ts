import { producersTable, votersTable } from '../../../apps/devchain/src/contracts/producers/tables';
import { AdminChain } from './support/admin-chain';

const ELECTED = ['producer1', 'producer2', 'producer3', 'producer4'];
const ROUND = 12 * ELECTED.length;

describe('producers', () => {
  let chain: AdminChain;
  beforeEach(async () => {
    chain = await AdminChain.start({ simulation: true });
  });
  afterEach(() => chain.close());

  /** Producers of the next blocks, each with its number of consecutive blocks. */
  async function turns(blocks: number): Promise<[producer: string, count: number][]> {
    const seen: [string, number][] = [];
    for (let left = blocks; left > 0; left--) {
      const producer = String((await chain.admin.mustSend('produce-blocks')).head_block_producer);
      const last = seen.at(-1);
      if (last?.[0] === producer) last[1]++;
      else seen.push([producer, 1]);
    }
    return seen;
  }

  it('producers are elected and produce twelve blocks per turn', async () => {
    const { active } = chain.devchain.chain.schedule();
    expect(active.version).toBe(1);
    expect(active.producers.map(({ producer }) => producer)).toEqual(ELECTED);
    const seen = await turns(2 * ROUND);
    expect(seen.slice(1, -1).every(([, count]) => count === 12)).toBe(true);
    expect(new Set(seen.map(([producer]) => producer))).toEqual(new Set(ELECTED));
  });

  it('producers are scheduled behind the last jump of the clock: each slot from then on has its block', () => {
    const { chain: kernel } = chain.devchain;
    const headers = Array.from({ length: kernel.head().num }, (_, index) => kernel.block(index + 1)!.header);
    const first = headers.findIndex(({ scheduleVersion }) => scheduleVersion === 1);
    expect(first).toBeGreaterThan(0);
    const times = headers.slice(first - 1).map(({ timeMs }) => timeMs);
    expect(times).toEqual(times.map((_, index) => times[0]! + index * 500));
  });

  it('offline producers produce no block, not even an open one', async () => {
    const next = async () => String((await chain.admin.mustSend('produce-blocks')).head_block_producer);
    let producer = await next();
    // Not at the end of a turn.
    for (let again = await next(); again !== producer; again = await next()) producer = again;
    await chain.admin.mustSend('fund', { account: 'alice', symbol: 'BTC', amount: '1' });
    await chain.admin.mustSend('producers', { producer, online: false });
    expect(await next()).not.toBe(producer);
  });

  it('producers sign their own blocks under the schedule of the block', async () => {
    const { chain: kernel } = chain.devchain;
    const signatures = new Set<string>();
    await turns(ROUND);
    const header = kernel.block(kernel.head().num)!.header;
    expect(header.scheduleVersion).toBe(1);
    for (let num = kernel.head().num - ROUND; num <= kernel.head().num; num++) {
      signatures.add(kernel.block(num)!.producerSignature);
    }
    expect(signatures.size).toBe(ROUND + 1);
    // Blocks from before the election are still signed by who made them.
    expect(kernel.block(2)!.header).toMatchObject({ producer: 'eosio', scheduleVersion: 0 });
  });

  it('offline producers miss their blocks, and block time advances', async () => {
    const answer = await chain.admin.mustSend('producers', { producer: 'producer2', online: false });
    expect(answer.producers).toContainEqual({ producer: 'producer2', online: false });
    const before = chain.devchain.chain.head();
    const seen = await turns(ROUND);
    expect(seen.map(([producer]) => producer)).not.toContain('producer2');
    const after = chain.devchain.chain.head();
    expect(after.num).toBe(before.num + ROUND);
    // Thirty-six blocks of a round are made, twelve are missed.
    expect((after.timeMs - before.timeMs) / 500).toBeGreaterThanOrEqual(ROUND + 12);
    await chain.admin.mustSend('producers', { producer: 'producer2', online: true });
    expect((await turns(ROUND)).map(([producer]) => producer)).toContain('producer2');
  });

  it('producers cannot all be taken offline', async () => {
    for (const producer of ELECTED.slice(1))
      await chain.admin.mustSend('producers', { producer, online: false });
    expect(await chain.admin.refusal('producers', { producer: 'producer1', online: false })).toContain(
      'last one online',
    );
    expect((await turns(3)).map(([producer]) => producer)).toEqual(['producer1']);
    const { body } = await chain.admin.request('GET', '/devchain/producers');
    expect(body.producers).toEqual(
      ELECTED.map((producer) => ({ producer, online: producer === 'producer1' })),
    );
  });

  it.each([
    [{}, 'producer: is required'],
    [{ producer: 'alice', online: false }, `producer: must be one of ${ELECTED.join(', ')}`],
    [{ producer: 'producer1' }, 'online: must be true or false'],
    [{ producer: 'producer1', online: 0 }, 'online: must be true or false'],
  ])('producers are validated: %j', async (body, error) => {
    expect(await chain.admin.refusal('producers', body)).toContain(error);
  });

  it('producers have the votes of their voters, which get_producers returns', async () => {
    const ballots = chain.rows('eosio', 'eosio', votersTable);
    const weights = new Map(ballots.map((row) => [row.owner, row.last_vote_weight] as const));
    const chosenByTaker = ballots.find(({ owner }) => owner === 'taker1')!.producers;
    // The taker leaves one out, not always the same.
    expect(ballots.map(({ producers: chosen }) => chosen.length).toSorted()).toEqual([0, 3, 4]);
    const votesFor = (producer: string): number =>
      ballots
        .filter(({ producers: chosen }) => chosen.includes(producer))
        .reduce((sum, { last_vote_weight: weight }) => sum + weight, 0);
    expect(
      chain.rows('eosio', 'eosio', producersTable).map(({ owner, total_votes: votes }) => [owner, votes]),
    ).toEqual(ELECTED.map((producer) => [producer, votesFor(producer)]));
    const [first, second, third, fourth] = ELECTED.toSorted((one, other) => votesFor(other) - votesFor(one));
    // The proxy votes with what it holds and with what the other maker holds.
    expect(weights.get('maker1')).toBeGreaterThan(weights.get('maker2')!);
    const body = JSON.stringify({ json: true, limit: 2 });
    const answer = await chain.admin.request('POST', '/v1/chain/get_producers', body);
    expect(answer.body).toMatchObject({
      rows: [
        {
          owner: first,
          is_active: 1,
          url: `https://${first!}.example`,
          producer_key: expect.stringMatching(/^EOS/) as string,
        },
        { owner: second, total_votes: expect.stringMatching(/^\d+\.\d{17}$/) as string },
      ],
      more: third,
    });
    const rest = await chain.admin.request(
      'POST',
      '/v1/chain/get_producers',
      JSON.stringify({ json: true, lower_bound: third }),
    );
    expect((rest.body.rows as { owner: string }[]).map(({ owner }) => owner)).toEqual([third, fourth]);
    // A bound that no producer has: the next name, as the table is by name, and what has fewer votes than it.
    const inVotes = [first, second, third, fourth];
    for (const [bound, owners] of [
      ['producer', inVotes.slice(inVotes.indexOf('producer1'))],
      ['zzz', []],
    ]) {
      const page = JSON.stringify({ json: true, lower_bound: bound });
      const { body: found } = await chain.admin.request('POST', '/v1/chain/get_producers', page);
      expect((found.rows as { owner: string }[]).map(({ owner }) => owner)).toEqual(owners);
      expect(found.more).toBe('');
    }
    const account = await chain.admin.request(
      'POST',
      '/v1/chain/get_account',
      JSON.stringify({ account_name: 'taker1' }),
    );
    expect(account.body.voter_info).toMatchObject({ owner: 'taker1', producers: chosenByTaker });
  });
});
