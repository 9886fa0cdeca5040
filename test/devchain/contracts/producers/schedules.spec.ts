import { parseSignature, publicKeyOf, recoverPublicKey } from '@app/antelope';
import { ABIDecoder, APIClient, PublicKey, Serializer } from '@wharfkit/antelope';
import { createHash } from 'node:crypto';
import { blockSigningDigest } from '../../../../apps/devchain/src/kernel/blocks/producer-schedule';
import { developmentKey } from '../../../../apps/devchain/src/client/development-key';
import type { BlockRecord } from '../../../../apps/devchain/src/kernel/blocks/block-record';
import { TestChain } from '../../../harness/node/test-chain';
import { Election } from './support/election';

/** Blocks until something is final. */
const FINALITY = 6;
const keyOf = (producer: string) => developmentKey('test', producer);
const HERE = ['alice', 'bob'];

/** An election whose winners are alice and bob, in the block after the head. */
function elected(): Election {
  const election = new Election();
  election.push([election.registering('alice', keyOf('producer1'))]);
  election.push([election.registering('bob', keyOf('producer2'))]);
  election.nextBlock();
  election.push([election.voting('alice', HERE)]);
  return election;
}

const block = ({ chain }: Election, num: number): BlockRecord => chain.block(num)!;
const announcing = (election: Election): number[] => {
  const { num: head } = election.chain.head();
  return Array.from({ length: head }, (_, at) => at + 1).filter(
    (num) => block(election, num).header.extensions.length > 0,
  );
};
const names = (schedule?: { producers: readonly { producer: string }[] }) =>
  schedule?.producers.map(({ producer }) => producer);

describe('a new schedule', () => {
  it('is announced by the block in which it becomes pending, and active when that block is final', () => {
    const election = elected();
    election.nextBlock();
    const proposedNum = election.chain.head().num;
    expect(election.chain.schedule()).toMatchObject({ active: { version: 0 }, proposed: { version: 1 } });
    expect(names(election.chain.schedule().proposed)).toEqual(HERE);
    election.nextBlock(30);
    const announced = proposedNum + FINALITY;
    const activated = announced + FINALITY;
    expect(announcing(election)).toEqual([announced]);
    // The block after which it is active is still one of the schedule before.
    expect(block(election, activated).header).toMatchObject({ scheduleVersion: 0, producer: 'eosio' });
    expect(block(election, activated + 1).header.scheduleVersion).toBe(1);
    expect(HERE).toContain(block(election, activated + 1).header.producer);
    expect(election.chain.schedule()).toMatchObject({ active: { version: 1 } });
    expect(election.chain.schedule().pending).toBeUndefined();
  });

  it('is in the header state of each block and in the signed digest', () => {
    const election = elected();
    election.nextBlock(FINALITY);
    const before = election.chain.head().num;
    const expectSigned = (num: number, key = election.key('eosio')): void => {
      const state = election.chain.headerState(num)!;
      const root = Buffer.from(state.blockrootMerkle.activeNodes.at(-1)!, 'hex');
      const hash = Buffer.from(state.pendingSchedule.scheduleHash, 'hex');
      const digest = blockSigningDigest(state.block.packedHeader, root, hash);
      const signer = recoverPublicKey(digest, parseSignature(state.block.producerSignature));
      expect(signer).toEqual(publicKeyOf(key));
      expect(signer).toEqual(state.signer.keys[0]!.key);
    };
    election.nextBlock(2);
    const announced = before + 1;
    const [old, pending, later] = [before, announced, announced + 1].map((num) =>
      election.chain.headerState(num)!,
    );
    expect(old!.pendingSchedule).toMatchObject({
      scheduleLibNum: 0,
      schedule: { version: 0, producers: [] },
    });
    expect(pending!.pendingSchedule).toMatchObject({ scheduleLibNum: announced, schedule: { version: 1 } });
    expect(names(pending!.pendingSchedule.schedule)).toEqual(HERE);
    expect(later!.pendingSchedule).toEqual(pending!.pendingSchedule);
    expect(pending!.pendingSchedule.scheduleHash).not.toBe(old!.pendingSchedule.scheduleHash);
    const { data } = block(election, announced).header.extensions[0]!;
    expect(createHash('sha256').update(data).digest('hex')).toBe(pending!.pendingSchedule.scheduleHash);
    for (const num of [before, announced, announced + 1]) expectSigned(num);

    election.nextBlock(FINALITY);
    const activated = election.chain.headerState(announced + FINALITY)!;
    expect(activated).toMatchObject({ activeSchedule: { version: 1 }, signer: { producer: 'eosio' } });
    expect(activated.pendingSchedule).toEqual({
      ...pending!.pendingSchedule,
      schedule: { version: 1, producers: [] },
    });
    expectSigned(announced + FINALITY);
    const { producer } = block(election, announced + FINALITY + 1).header;
    expectSigned(announced + FINALITY + 1, keyOf(producer === 'alice' ? 'producer1' : 'producer2'));
  });

  it('is packed in the block header in the format of nodeos', () => {
    const election = elected();
    election.nextBlock(FINALITY + 1);
    const { id, num } = election.chain.head();
    const { packedBlock, packedHeader } = block(election, num);
    expect(packedBlock.subarray(0, packedHeader.length)).toEqual(packedHeader);
    const decoder = new ABIDecoder(packedBlock);
    const header = Serializer.decode({ data: decoder, type: 'block_header', abi: HEADER_ABI }) as {
      header_extensions: { type: unknown; data: unknown }[];
    };
    const encoded = Serializer.encode({ object: header, type: 'block_header', abi: HEADER_ABI }).array;
    expect(Buffer.from(encoded)).toEqual(Buffer.from(packedHeader));
    const digest = createHash('sha256').update(encoded).digest();
    digest.writeUInt32BE(num);
    expect(digest.toString('hex')).toBe(id);
    const [extension] = header.header_extensions;
    expect(Number(extension!.type)).toBe(1);
    const schedule = Serializer.decode({
      data: String(extension!.data),
      type: 'producer_authority_schedule',
      abi: HEADER_ABI,
    });
    const keys = (producer: string) => [{ key: String(keyValue(producer)), weight: 1 }];
    expect(JSON.parse(JSON.stringify(schedule))).toEqual({
      version: 1,
      producers: [
        { producer_name: 'alice', authority: ['weighted', { threshold: 1, keys: keys('producer1') }] },
        { producer_name: 'bob', authority: ['weighted', { threshold: 1, keys: keys('producer2') }] },
      ],
    });
  });

  it('is announced in the block after the previous schedule became active', () => {
    const election = elected();
    election.nextBlock(FINALITY);
    election.push([election.voting('alice', ['bob'])]);
    election.nextBlock();
    const first = election.chain.head().num;
    expect(announcing(election)).toEqual([first]);
    expect(election.chain.schedule()).toMatchObject({ pending: { version: 1 }, proposed: { version: 2 } });
    election.nextBlock(40);
    // Both blocks become final with the one after which the first is active: that one announces nothing.
    expect(announcing(election)).toEqual([first, first + FINALITY + 1]);
    expect(election.chain.schedule()).toMatchObject({ active: { version: 2 } });
    expect(names(election.chain.schedule().active)).toEqual(['bob']);
  });

  it('is not proposed when the producers are unchanged', () => {
    const election = elected();
    election.nextBlock(30);
    const [first] = announcing(election);
    election.push([election.voting('alice', ['bob'])]);
    election.nextBlock(2);
    expect(names(election.chain.schedule().proposed)).toEqual(['bob']);
    election.push([election.voting('alice', HERE)]);
    election.nextBlock(30);
    expect(election.chain.schedule().proposed).toBeUndefined();
    expect(announcing(election)).toEqual([first]);
  });

  it('is not announced while all of its producers are offline; afterwards one of them stays online', () => {
    const election = elected();
    for (const name of HERE) expect(election.chain.setProducerOnline(name, false)).toBe(true);
    election.nextBlock(20);
    expect(election.chain.schedule()).toMatchObject({ proposed: { version: 1 }, pending: undefined });
    expect(announcing(election)).toEqual([]);
    election.chain.setProducerOnline('bob', true);
    election.nextBlock();
    expect(election.chain.schedule()).toMatchObject({ pending: { version: 1 }, proposed: undefined });
    expect(election.chain.setProducerOnline('bob', false)).toBe(false);
    election.nextBlock(30);
    expect(election.chain.head().producer).toBe('bob');
  });

  it.each([1, FINALITY, FINALITY + 1, 2 * FINALITY])(
    'is the same in a chain restored %i blocks after the vote',
    (blocks) => {
      const election = elected();
      election.nextBlock(blocks);
      const again = new Election();
      again.chain.restore(election.chain.snapshot());
      again.clock.advance(election.clock.now() - again.clock.now());
      for (const each of [election, again]) each.nextBlock(30);
      const { num } = election.chain.head();
      const all = (of: Election) => Array.from({ length: num }, (_, at) => of.chain.block(at + 1));
      expect(announcing(election).length).toBe(1);
      expect(all(again)).toEqual(all(election));
      expect(again.chain.headerState(num)).toEqual(election.chain.headerState(num));
    },
  );
});

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

  it('is in get_producer_schedule as proposed, pending and active, and in the block routes', async () => {
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

const keyValue = (producer: string): PublicKey =>
  PublicKey.from({ type: 'K1', compressed: publicKeyOf(keyOf(producer)).bytes });
/** As nodes print it. */
const keyText = (producer: string): string => keyValue(producer).toLegacyString();

/** Written from the protocol's own declarations, for a reader that is not ours. */
const HEADER_ABI = {
  structs: [
    struct('key_weight', { key: 'public_key', weight: 'uint16' }),
    struct('weighted', { threshold: 'uint32', keys: 'key_weight[]' }),
    struct('producer_authority', { producer_name: 'name', authority: 'block_signing_authority' }),
    struct('producer_authority_schedule', { version: 'uint32', producers: 'producer_authority[]' }),
    struct('producer_key', { producer_name: 'name', block_signing_key: 'public_key' }),
    struct('producer_schedule', { version: 'uint32', producers: 'producer_key[]' }),
    struct('extension', { type: 'uint16', data: 'bytes' }),
    struct('block_header', {
      timestamp: 'block_timestamp_type',
      producer: 'name',
      confirmed: 'uint16',
      previous: 'checksum256',
      transaction_mroot: 'checksum256',
      action_mroot: 'checksum256',
      schedule_version: 'uint32',
      new_producers: 'producer_schedule?',
      header_extensions: 'extension[]',
    }),
  ],
  variants: [{ name: 'block_signing_authority', types: ['weighted'] }],
};

function struct(name: string, members: Record<string, string>) {
  return {
    name,
    base: '',
    fields: Object.entries(members).map(([member, type]) => ({ name: member, type })),
  };
}
