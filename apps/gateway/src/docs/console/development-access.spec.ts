import { isOwnPage, listensOnLoopback } from './development-access';

describe('access to development chains from the console', () => {
  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.4', false],
  ])('a gateway with HOST=%s listens on loopback: %s', (host, expected) => {
    expect(listensOnLoopback({ host })).toBe(expected);
  });

  it.each([
    [{ 'sec-fetch-site': 'same-origin', host: '127.0.0.1:3000' }, true],
    [{ 'sec-fetch-site': 'same-origin', host: 'localhost' }, true],
    [{ 'sec-fetch-site': 'same-origin', host: '[::1]:3000' }, true],
    [{ 'sec-fetch-site': 'same-origin', host: 'rebound.example:3000' }, false],
    [{ 'sec-fetch-site': 'same-origin', host: '127.0.0.1.example' }, false],
    [{ 'sec-fetch-site': 'cross-site', host: '127.0.0.1:3000' }, false],
    [{ 'sec-fetch-site': 'same-site', host: '127.0.0.1:3000' }, false],
    [{ 'sec-fetch-site': 'none', host: '127.0.0.1:3000' }, false],
    [{ host: '127.0.0.1:3000' }, false],
  ])('a request with %j is one of a page of this gateway: %s', (headers, expected) => {
    expect(isOwnPage(headers)).toBe(expected);
  });
});
