import { answered } from './answers';
import { CallLimit } from './call-limit';

describe('the calls of a session', () => {
  it('sixteen calls run at a time, a further one is refused, and the place of one that fails is free again', async () => {
    const limit = new CallLimit();
    const endings: ((error?: Error) => void)[] = [];
    const calls = Array.from({ length: 16 }, () =>
      limit.run(async () => {
        const error = await new Promise<Error | undefined>((resolve) => endings.push(resolve));
        if (error !== undefined) throw error;
        return answered('done');
      }),
    );
    const late = () => limit.run(() => Promise.resolve(answered('late')));
    const text = expect.stringContaining('refused (rate)') as string;
    expect(await late()).toMatchObject({ isError: true, content: [{ text }] });
    endings[0]!(new Error('a node is away'));
    await expect(calls[0]).rejects.toThrow('a node is away');
    expect(await late()).toEqual(answered('late'));
    endings.forEach((end) => end());
    expect(await Promise.all(calls.slice(1))).toEqual(Array(15).fill(answered('done')));
  });
});
