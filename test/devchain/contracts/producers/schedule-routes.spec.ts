import { APIClient } from '@wharfkit/antelope';
import { TestChain } from '../../../harness/node/test-chain';
import { FINALITY, HERE, keyValue } from './support/schedules';

describe('a new schedule over HTTP', () => {
  let chain: TestChain;
  let announced: number;
  const ask = (route: string, body: object) => chain.read<Record<string, unknown>>(route, body);
  const at = (num: number) => ({ block_num_or_id: num });
  const schedules = () => ask('get_producer_schedule', {});

  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
    const registering = ['alice', 'bob'].map((producer, index) => ({
      account: 'eosio',
      name: 'regproducer',
      authorization: [{ actor: producer, permission: 'active' }],
      data: { producer, producer_key: keyText(`producer${String(index + 1)}`), url: '', location: 0 },
    }));
    const voting = {
      account: 'eosio',
      name: 'voteproducer',
      authorization: [{ actor: 'alice', permission: 'active' }],
      data: { voter: 'alice', proxy: '', producers: HERE },
    };
    const body = await chain.sign(
      [...registering, voting],
      HERE.map((name) => chain.keyOf(name)),
    );
    await chain.read('send_transaction', body);
    announced = chain.devchain.chain.produceBlock().num + FINALITY;
  });
  afterAll(() => chain.close());

  it('a new schedule over HTTP is in get_producer_schedule as proposed, pending and active, and in the block routes', async () => {
    const schedule = {
      version: 1,
      producers: HERE.map((producer, index) => ({
        producer_name: producer,
        authority: [0, { threshold: 1, keys: [{ key: keyText(`producer${String(index + 1)}`), weight: 1 }] }],
      })),
    };
    expect(await schedules()).toMatchObject({ active: { version: 0 }, pending: null, proposed: schedule });
    for (let left = FINALITY; left > 0; left--) chain.devchain.chain.produceBlock();
    expect(await schedules()).toMatchObject({ active: { version: 0 }, pending: schedule, proposed: null });

    const block = await ask('get_block', at(announced));
    expect(block).toMatchObject({
      schedule_version: 0,
      new_producers: null,
      new_producer_schedule: schedule,
    });
    const members = Object.keys(block);
    expect(members.slice(members.indexOf('new_producers'), members.indexOf('transactions'))).toEqual([
      'new_producers',
      'new_producer_schedule',
      'producer_signature',
    ]);
    const before = await ask('get_block', at(announced - 1));
    expect(before.new_producers).toBeNull();
    expect(before).not.toHaveProperty('new_producer_schedule');

    const { data } = chain.devchain.chain.block(announced)!.header.extensions[0]!;
    const extensions = [[1, Buffer.from(data).toString('hex')]];
    const state = await ask('get_block_header_state', at(announced));
    expect(state).toMatchObject({
      active_schedule: { version: 0 },
      header: { header_extensions: extensions },
      pending_schedule: { schedule_lib_num: announced, schedule },
    });
    expect(await ask('get_raw_block', at(announced))).toMatchObject({ header_extensions: extensions });
    const header = await ask('get_block_header', { ...at(announced), include_extensions: true });
    expect(header).toMatchObject({ signed_block_header: { header_extensions: extensions } });
    expect(header.signed_block_header).not.toHaveProperty('new_producers');
    const info = await ask('get_block_info', { block_num: announced });
    expect(info).not.toHaveProperty('new_producer_schedule');
    expect(info.id).toBe(block.id);

    const client = new APIClient({ url: chain.url });
    const read = await client.v1.chain.get_block(announced);
    expect([String(read.id), Number(read.schedule_version)]).toEqual([block.id, 0]);
    const decoded = await client.v1.chain.get_block_header_state(announced);
    expect(JSON.parse(JSON.stringify(decoded.header.header_extensions))).toEqual(extensions);

    for (let left = FINALITY; left > 0; left--) chain.devchain.chain.produceBlock();
    expect(await schedules()).toMatchObject({ active: schedule, pending: null, proposed: null });
    expect(await ask('get_block_header_state', at(announced + FINALITY))).toMatchObject({
      active_schedule: schedule,
      valid_block_signing_authority: [0, { threshold: 1 }],
      pending_schedule: { schedule_lib_num: announced, schedule: { version: 1, producers: [] } },
    });
  });
});
/** As nodes print it. */
const keyText = (producer: string): string => keyValue(producer).toLegacyString();
