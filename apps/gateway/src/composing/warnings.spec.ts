import { chainWarnings } from './warnings';

const codes = (secondsToSign: number, headAgeSeconds: number) =>
  chainWarnings({ secondsToSign, headAgeSeconds }).map(({ code }) => code);

describe('the warnings that every proposal may have', () => {
  it('a proposal of a fresh head with time to sign has none', () => {
    expect(codes(120, 30)).toEqual([]);
  });

  it('a proposal with less than two minutes to sign names the time that is left', () => {
    expect(codes(119, 0)).toEqual(['little_time_to_sign']);
  });

  it('a proposal of a head older than half a minute names its age', () => {
    expect(chainWarnings({ secondsToSign: 200, headAgeSeconds: 31 })).toEqual([
      {
        code: 'stale_facts',
        message: expect.stringContaining('the newest block of the nodes is 31 s old') as string,
      },
    ]);
  });
});
