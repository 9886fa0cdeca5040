import { isOwnPage, servesThisMachineAlone } from './development-access';

const HOST = '127.0.0.1:3000';
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', host: HOST, origin: `http://${HOST}` };
const pageAt = (host: string) => ({ ...OWN_PAGE, host, origin: `http://${host}` });

describe('access to development chains from the console', () => {
  it.each([
    ['127.0.0.1', {}, true],
    ['::1', {}, true],
    ['localhost', {}, true],
    ['0.0.0.0', {}, false],
    ['::', {}, false],
    ['192.168.1.4', {}, false],
    ['127.0.0.1', { publicUrl: 'https://gateway.example' }, false],
    ['127.0.0.1', { trustedProxies: ['127.0.0.1'] }, false],
  ])('a gateway with HOST=%s and %j serves this machine alone: %s', (host, settings, expected) => {
    const unset = { publicUrl: undefined, trustedProxies: [] };
    expect(servesThisMachineAlone({ host, ...unset, ...settings })).toBe(expected);
  });

  it.each([
    [OWN_PAGE, true],
    [pageAt('localhost'), true],
    [pageAt('[::1]:3000'), true],
    [pageAt('rebound.example:3000'), false],
    [pageAt('127.0.0.1.example'), false],
    [{ ...OWN_PAGE, origin: 'https://gateway.example' }, false],
    [{ ...OWN_PAGE, origin: 'http://127.0.0.1:4000' }, false],
    [{ ...OWN_PAGE, origin: undefined }, false],
    [{ ...OWN_PAGE, 'x-forwarded-for': '192.0.2.1' }, false],
    [{ ...OWN_PAGE, forwarded: 'for=192.0.2.1' }, false],
    [{ ...OWN_PAGE, via: '1.1 proxy' }, false],
    [{ ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }, false],
    [{ ...OWN_PAGE, 'sec-fetch-site': 'same-site' }, false],
    [{ ...OWN_PAGE, 'sec-fetch-site': 'none' }, false],
    [{ ...OWN_PAGE, 'sec-fetch-site': undefined }, false],
  ])('a request with %j is one of a page of this gateway: %s', (headers, expected) => {
    expect(isOwnPage(headers, '127.0.0.1')).toBe(expected);
  });

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.0.2.1', false],
    ['::ffff:192.0.2.1', false],
    ['2001:db8::1', false],
    [undefined, false],
  ])('a request from the address %s can be one of a page on this machine: %s', (address, expected) => {
    expect(isOwnPage(OWN_PAGE, address)).toBe(expected);
  });
});
