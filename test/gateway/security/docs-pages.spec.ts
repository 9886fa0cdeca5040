import { type Platform, startPlatform } from '../../harness/gateway/platform';

describe('the pages of the documentation', () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await startPlatform({ RATE_LIMIT_MIRROR: '3' });
  });
  afterEach(() => platform.app.close());

  it.each(['/docs', '/docs/openapi.json', '/docs/initializer.js', '/docs/swagger-ui-bundle.js', '/'])(
    '%s counts once in the bucket mirror and is refused over its limit',
    async (path) => {
      for (const remaining of ['2', '1', '0']) {
        const page = await fetch(platform.url + path, { headers: { accept: 'text/html' } });
        expect(page.headers.get('ratelimit-remaining')).toBe(remaining);
        expect(page.status).not.toBe(429);
        await page.bytes();
      }
      const refused = await fetch(platform.url + path, { headers: { accept: 'text/html' } });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
      expect(await refused.json()).toMatchObject({
        error: expect.stringMatching(/^rate limit exceeded for the mirror bucket \(3 per minute\)/) as string,
      });
      expect((await platform.call('get_echo')).status).toBe(200);
    },
  );
});
