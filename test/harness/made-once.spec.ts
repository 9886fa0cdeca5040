import { madeOnce } from './made-once';

describe('madeOnce', () => {
  it('madeOnce makes a value once for calls that come while it is made, and later ones', async () => {
    let count = 0;
    const get = madeOnce(() => Promise.resolve(++count));
    expect([...(await Promise.all([get(), get()])), await get()]).toEqual([1, 1, 1]);
  });

  it('madeOnce makes a value again after a failure', async () => {
    let count = 0;
    const get = madeOnce(() =>
      ++count === 1 ? Promise.reject(new Error('no port')) : Promise.resolve(count),
    );
    await expect(get()).rejects.toThrow('no port');
    expect(await get()).toBe(2);
  });
});
