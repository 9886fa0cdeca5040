import { AdminChain } from './support/admin-chain';

const NAME_RULE = 'name: must be 1 to 32 of a-z, 0-9 and -, for example before-the-crash';

const stateOf = ({ devchain: { chain } }: AdminChain) => ({ head: chain.head(), state: chain.stateDigest() });

describe('snapshots', () => {
  let chain: AdminChain;
  beforeEach(async () => {
    chain = await AdminChain.start({ simulation: true });
  });
  afterEach(() => chain.close());

  const now = () => stateOf(chain);
  const balanceOf = async (account: string) => {
    const body = JSON.stringify({ code: 'usdt.token', account, symbol: 'USDT' });
    return (await chain.admin.request('POST', '/v1/chain/get_currency_balance', body)).body;
  };

  it('snapshots restore head, state, blocks and balances', async () => {
    await chain.admin.mustSend('fund', { account: 'alice', symbol: 'USDT', amount: '11' });
    const answer = await chain.admin.mustSend('snapshot', { name: 'one' });
    const balance = await balanceOf('alice');
    const { num, id } = chain.devchain.chain.head();
    expect(answer).toMatchObject({ head_block_num: num, head_block_id: id, snapshots: ['start', 'one'] });
    await chain.admin.mustSend('fund', { account: 'alice', symbol: 'USDT', amount: '5' });
    await chain.admin.mustSend('create-account', { name: 'grace' });
    await chain.admin.mustSend('produce-blocks', { count: 30 });
    const gone = chain.devchain.chain.head();
    await chain.admin.mustSend('restore', { name: 'one' });
    expect(chain.devchain.chain.head()).toMatchObject({ num, id });
    expect(await balanceOf('alice')).toEqual(balance);
    expect(chain.devchain.chain.account('grace')).toBeUndefined();
    expect(chain.devchain.chain.block(gone.num)).toBeUndefined();
    expect(chain.devchain.chain.block(num)?.id).toBe(id);
    // Undone actions can be repeated.
    await chain.admin.mustSend('create-account', { name: 'grace' });
    await chain.admin.mustSend('produce-blocks', { count: 3 });
  });

  it('snapshots restored with rewind_time give the same blocks and state again, simulation included', async () => {
    await chain.admin.mustSend('produce-blocks', { count: 20 });
    await chain.admin.mustSend('price', { price: '70000' });
    await chain.admin.mustSend('feeders', { feeder: 'feeder3', mode: 'corrupt' });
    await chain.admin.mustSend('snapshot', { name: 'one' });
    const goOn = async () => {
      await chain.admin.mustSend('produce-blocks', { count: 40 });
      await chain.admin.mustSend('advance-time', { seconds: 3600 });
      await chain.admin.mustSend('fund', { account: 'bob', symbol: 'BTC', amount: '1' });
      await chain.admin.mustSend('produce-blocks', { count: 40 });
      return now();
    };
    const first = await goOn();
    await chain.admin.mustSend('price', { price: '10000' });
    await chain.admin.mustSend('feeders', { mode: 'stopped' });
    await chain.admin.mustSend('restore', { name: 'one', rewind_time: true });
    expect(await goOn()).toEqual(first);
    await chain.admin.mustSend('restore', { name: 'one', rewind_time: true });
    expect(await goOn()).toEqual(first);
  });

  it('snapshots restore a later snapshot after an earlier one was restored and changed', async () => {
    await chain.admin.mustSend('snapshot', { name: 'early' });
    await chain.admin.mustSend('produce-blocks', { count: 50 });
    await chain.admin.mustSend('snapshot', { name: 'late' });
    const late = chain.devchain.chain.head();
    await chain.admin.mustSend('restore', { name: 'early' });
    await chain.admin.mustSend('fund', { account: 'bob', symbol: 'BTC', amount: '1' });
    await chain.admin.mustSend('produce-blocks', { count: 80 });
    await chain.admin.mustSend('restore', { name: 'late' });
    expect(chain.devchain.chain.head()).toEqual(late);
    for (let num = late.num; num > late.num - 60; num--) {
      expect(chain.devchain.chain.block(num)?.header.previous).toBe(chain.devchain.chain.block(num - 1)?.id);
    }
  });

  it('snapshots stay when a reset restores the state after genesis', async () => {
    const { body } = await chain.admin.request('GET', '/devchain/snapshot');
    expect(body.snapshots).toEqual(['start']);
    const head = body.head_block_id;
    await chain.admin.mustSend('produce-blocks', { count: 10 });
    await chain.admin.mustSend('snapshot', { name: 'kept' });
    expect(await chain.admin.mustSend('reset')).toMatchObject({
      head_block_id: head,
      snapshots: ['start', 'kept'],
    });
    await chain.admin.mustSend('restore', { name: 'kept' });
  });

  it('snapshots are limited to eight, and an existing name can be overwritten', async () => {
    for (let count = 1; count < 8; count++)
      await chain.admin.mustSend('snapshot', { name: `s${String(count)}` });
    expect(await chain.admin.refusal('snapshot', { name: 'one-more' })).toContain(
      'name: there are 8 snapshots already',
    );
    await chain.admin.mustSend('snapshot', { name: 's3' });
  });
});

describe('refused requests for snapshots', () => {
  let chain: AdminChain;
  beforeAll(async () => {
    chain = await AdminChain.start({ simulation: true });
  });
  afterAll(() => chain.close());

  it.each([
    ['snapshot', {}, 'name: is required'],
    ['snapshot', { name: '' }, NAME_RULE],
    ['snapshot', { name: 'A B' }, NAME_RULE],
    ['snapshot', { name: 'x'.repeat(33) }, NAME_RULE],
    ['snapshot', { name: 'start' }, 'name: start is the state after genesis and cannot be overwritten'],
    ['restore', {}, 'name: is required'],
    ['restore', { name: 'nosuch' }, 'name: must be one of start'],
    ['restore', { name: 'start', rewind_time: 'yes' }, 'rewind_time: must be true or false'],
    ['reset', { name: 'start' }, 'unknown field "name"'],
  ])('snapshots refuse %s %j', async (adminRoute, body, error) => {
    const before = stateOf(chain);
    expect(await chain.admin.refusal(adminRoute, body)).toContain(error);
    expect(stateOf(chain)).toEqual(before);
  });
});
