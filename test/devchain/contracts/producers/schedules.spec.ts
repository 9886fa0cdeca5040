import { parseSignature, publicKeyOf, recoverPublicKey } from '@app/antelope';
import { ABIDecoder, Serializer } from '@wharfkit/antelope';
import { createHash } from 'node:crypto';
import { blockSigningDigest } from '../../../../apps/devchain/src/kernel/blocks/producer-schedule';
import { Election } from './support/election';
import { FINALITY, keyOf, HERE, block, keyValue } from './support/schedules';

/** An election whose winners are alice and bob, in the block after the head. */
function elected(): Election {
  const election = new Election();
  election.push([election.registering('alice', keyOf('producer1'))]);
  election.push([election.registering('bob', keyOf('producer2'))]);
  election.nextBlock();
  election.push([election.voting('alice', HERE)]);
  return election;
}
const announcing = (election: Election): number[] => {
  const { num: head } = election.chain.head();
  return Array.from({ length: head }, (_, at) => at + 1).filter(
    (num) => block(election, num).header.extensions.length > 0,
  );
};
const names = (schedule?: { producers: readonly { producer: string }[] }) =>
  schedule?.producers.map(({ producer }) => producer);

describe('a new schedule', () => {
  it('a new schedule is announced by the block in which it becomes pending, and active when that block is final', () => {
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

  it('a new schedule is in the header state of each block and in the signed digest', () => {
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

  it('a new schedule is packed in the block header in the format of nodeos', () => {
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

  it('a new schedule is announced in the block after the previous schedule became active', () => {
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

  it('a new schedule is not proposed when the producers are unchanged', () => {
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

  it('a new schedule is not announced while all of its producers are offline; afterwards one of them stays online', () => {
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
    'a new schedule is the same in a chain restored %i blocks after the vote',
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
