import { ManualClock } from '@app/operations/core';
import { MemoryHolders } from './memory-holders';

const KEEP_MS = 1_000;

describe('MemoryHolders', () => {
  it('MemoryHolders forgets the transaction that was used least recently beyond its maximum', async () => {
    const holders = new MemoryHolders(new ManualClock(0), 3);
    for (const id of ['a', 'b', 'c']) await holders.add('mainnet', id, 'node', KEEP_MS);
    await holders.of('mainnet', 'a');
    await holders.add('mainnet', 'a', 'other', KEEP_MS);
    await holders.add('mainnet', 'd', 'node', KEEP_MS);
    const known = await Promise.all(['a', 'b', 'c', 'd'].map((id) => holders.of('mainnet', id)));
    expect(known.map((nodes) => [...nodes])).toEqual([['node', 'other'], [], ['node'], ['node']]);
  });

  it('MemoryHolders remembers a node for the longest time that was given', async () => {
    const clock = new ManualClock(0);
    const holders = new MemoryHolders(clock);
    await holders.add('mainnet', 'a', 'node', KEEP_MS);
    await holders.add('mainnet', 'a', 'other', 1);
    clock.advance(KEEP_MS - 1);
    expect([...(await holders.of('mainnet', 'a'))]).toEqual(['node', 'other']);
    clock.advance(1);
    expect((await holders.of('mainnet', 'a')).size).toBe(0);
  });

  it('MemoryHolders removes one node of a transaction on one network', async () => {
    const holders = new MemoryHolders(new ManualClock(0));
    await holders.add('mainnet', 'a', 'node', KEEP_MS);
    await holders.add('mainnet', 'a', 'other', KEEP_MS);
    await holders.remove('mainnet', 'a', 'node');
    await holders.remove('testnet', 'a', 'other');
    expect([...(await holders.of('mainnet', 'a'))]).toEqual(['other']);
  });
});
