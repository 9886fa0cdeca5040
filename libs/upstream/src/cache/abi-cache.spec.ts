import { abiHash, serializeAbi } from '@app/antelope';
import { ManualClock } from '@app/operations/core';
import { ABI } from '@wharfkit/antelope';
import { AbiCache } from './abi-cache';

const rawAbi = (table: string): Uint8Array =>
  serializeAbi(
    ABI.from({
      version: 'eosio::abi/1.2',
      structs: [{ name: 'row', base: '', fields: [] }],
      tables: [{ name: table, index_type: 'i64', key_names: [], key_types: [], type: 'row' }],
    }),
  );

describe('the ABI cache', () => {
  const clock = new ManualClock();
  const asked: [string, string | undefined][] = [];
  let onChain: Uint8Array | undefined;
  let cache: AbiCache;
  beforeEach(() => {
    asked.length = 0;
    onChain = rawAbi('first');
    cache = new AbiCache((account, knownHash) => {
      asked.push([account, knownHash]);
      if (onChain === undefined) return Promise.resolve(undefined);
      const hash = abiHash(onChain);
      return Promise.resolve({ hash, raw: hash === knownHash ? undefined : onChain });
    }, clock);
  });

  const tableOf = async (account: string) => String((await cache.abi(account))?.abi.tables[0]?.name);

  it('the ABI cache asks once for many reads at once and for some seconds', async () => {
    await Promise.all([cache.abi('dex'), cache.abi('dex')]);
    clock.advance(4_999);
    await cache.abi('dex');
    expect(asked).toEqual([['dex', undefined]]);
  });

  it('the ABI cache asks again for a call whose block is later than that of what it keeps', async () => {
    let requiredBlock = 0;
    const consistency = {
      get requiredBlock() {
        return requiredBlock;
      },
    };
    const tables: number[] = [];
    const following = new AbiCache(
      () => {
        tables.push(requiredBlock);
        return Promise.resolve({ hash: 'none', raw: new Uint8Array() });
      },
      clock,
      consistency,
    );
    for (requiredBlock of [0, 7, 7, 3, 0, 8]) await following.abi('dex');
    expect(tables).toEqual([0, 7, 8]);
  });

  it('the ABI cache has no call wait, or fail, for the block of another one', async () => {
    const consistency = { requiredBlock: 900 };
    const following = new AbiCache(
      () =>
        consistency.requiredBlock === 0
          ? Promise.resolve({ hash: 'none', raw: new Uint8Array() })
          : Promise.reject(new Error('no such block')),
      clock,
      consistency,
    );
    const ahead = following.abi('dex');
    consistency.requiredBlock = 0;
    expect(await following.abi('dex')).toBeNull();
    await expect(ahead).rejects.toThrow('no such block');
  });

  it('the ABI cache asks again with the hash it knows, and keeps the ABI that is still current', async () => {
    const before = await cache.abi('dex');
    clock.advance(5_000);
    expect(await cache.abi('dex')).toBe(before);
    expect(asked[1]).toEqual(['dex', before?.hash]);
  });

  it('the ABI cache takes a new ABI when the hash has changed', async () => {
    expect(await tableOf('dex')).toBe('first');
    onChain = rawAbi('second');
    clock.advance(5_000);
    expect(await tableOf('dex')).toBe('second');
  });

  it('the ABI cache asks again after revalidate, with the hash it knows', async () => {
    const before = await cache.abi('dex');
    cache.revalidate();
    expect(await cache.abi('dex')).toBe(before);
    onChain = rawAbi('second');
    cache.revalidate();
    expect(await tableOf('dex')).toBe('second');
    expect(asked.slice(1)).toEqual([
      ['dex', before?.hash],
      ['dex', before?.hash],
    ]);
  });

  it.each([
    ['revalidate', (slow: AbiCache) => slow.revalidate()],
    ['another ABI was seen', (slow: AbiCache) => slow.seen('dex', 'f'.repeat(64))],
  ])('the ABI cache keeps no answer of a request that began before %s', async (_what, change) => {
    const raws = [rawAbi('first'), rawAbi('second')];
    const answers: (() => void)[] = [];
    const slow = new AbiCache(
      () =>
        new Promise((resolve) => {
          const raw = raws[answers.length]!;
          answers.push(() => resolve({ hash: abiHash(raw), raw }));
        }),
      clock,
    );
    const old = slow.abi('dex');
    change(slow);
    const current = slow.abi('dex');
    answers[1]!();
    const nameIn = async (abi: typeof old) => String((await abi)?.abi.tables[0]?.name);
    expect(await nameIn(current)).toBe('second');
    answers[0]!();
    expect(await nameIn(old)).toBe('first');
    expect(await nameIn(slow.abi('dex'))).toBe('second');
    expect(answers).toHaveLength(2);
  });

  it.each([
    ['another hash', 'f'.repeat(64)],
    ['no hash', undefined],
  ])(
    'the ABI cache asks its node again when an ABI with %s was seen, and believes its node',
    async (_what, hash) => {
      const before = await cache.abi('dex');
      const other = await cache.abi('loan');
      cache.seen('dex', hash);
      expect(await cache.abi('dex')).toBe(before);
      expect(await cache.abi('loan')).toBe(other);
      expect(asked.slice(2)).toEqual([['dex', before?.hash]]);
      onChain = rawAbi('second');
      cache.seen('dex', hash);
      expect(await tableOf('dex')).toBe('second');
      expect(await tableOf('loan')).toBe('first');
    },
  );

  it('the ABI cache asks nothing when the kept ABI was seen, or one of an account that was never used', async () => {
    const before = await cache.abi('dex');
    cache.seen('dex', before!.hash);
    cache.seen('loan', before!.hash);
    await cache.abi('dex');
    expect(asked).toHaveLength(1);
  });

  it('the ABI cache parses an ABI once for all accounts that share it', async () => {
    expect(await cache.abi('usdt.token')).toBe(await cache.abi('btc.token'));
  });

  it('the ABI cache distinguishes an account without a contract from one that does not exist', async () => {
    onChain = new Uint8Array();
    expect(await cache.abi('alice')).toBeNull();
    onChain = undefined;
    expect(await cache.abi('nosuch')).toBeUndefined();
  });
});
