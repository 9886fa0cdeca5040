import fc from 'fast-check';
import { normalizedTarget } from './request-target';

describe('normalizedTarget', () => {
  it.each([
    ['/v1/tools/get_account', '/v1/tools/get_account'],
    ['/v1/tools/get%5Faccount', '/v1/tools/get_account'],
    ['/v1/tools/%67et_account?a=%5F', '/v1/tools/get_account?a=%5F'],
    ['/a%2Fb%3f%25', '/a%2Fb%3f%25'],
    ['/%', '/%'],
    ['/%zz', '/%zz'],
    ['//', '//'],
    ['*', '*'],
    ['', ''],
    ['http://example.org/health', '/health'],
    ['HTTPS://example.org:443/health?x=1', '/health?x=1'],
    ['http://example.org', '/'],
    ['http://example.org?x=1', '/?x=1'],
    ['http://[', '/'],
    ['http://a:99999/', '/'],
    ['ftp://example.org/health', 'ftp://example.org/health'],
  ])('normalizedTarget of %j is %j', (target, normalized) => {
    expect(normalizedTarget(target)).toBe(normalized);
  });

  it('normalizedTarget never throws and is stable when applied twice to a path', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, tail) => {
        const once = normalizedTarget(`/${path}${tail}`);
        expect(normalizedTarget(once)).toBe(once);
      }),
    );
  });
});
