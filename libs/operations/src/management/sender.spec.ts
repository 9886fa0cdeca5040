import { refusalReason } from './sender';

const ALLOWED = ['gateway.internal'];
const ADVICE = 'HOSTS lists the names that are';

describe('the sender of a request to the management port', () => {
  it.each([
    ['without a Host (HTTP/1.0)', {}],
    ['for localhost', { host: 'localhost:3001' }],
    ['for a name under .localhost', { host: 'gateway.localhost' }],
    ['for an IPv4 address', { host: '10.1.2.3:3001' }],
    ['for an IPv6 address', { host: '[fd00::1]:3001' }],
    ['for a name that is allowed', { host: 'Gateway.Internal:3001' }],
    ['of its own page', { host: '127.0.0.1:3001', origin: 'http://127.0.0.1:3001' }],
    ['typed into the address bar', { host: 'localhost', 'sec-fetch-site': 'none' }],
    [
      'opened by a link of another site',
      { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
    ],
  ])('the sender of a request to the management port is answered %s', (_what, headers) => {
    expect(refusalReason(headers, ALLOWED, ADVICE)).toBeUndefined();
  });

  it.each([
    ['for a name that was made to resolve here', { host: 'evil.example:3001' }],
    ['for a name that ends like an allowed one', { host: 'evil-gateway.internal' }],
    ['for a name that begins like an address', { host: '127.0.0.1.evil.example' }],
    ['of a page of another origin', { host: 'localhost:3001', origin: 'https://evil.example' }],
    ['of a page of another port', { host: 'localhost:3001', origin: 'http://localhost:8080' }],
    ['of a page without an origin', { host: 'localhost:3001', origin: 'null' }],
    ['of a script of another site', { host: 'localhost', 'sec-fetch-site': 'cross-site' }],
    ['of an image of the same site', { host: 'localhost', 'sec-fetch-site': 'same-site' }],
  ])('the sender of a request to the management port is refused %s', (_what, headers) => {
    expect(refusalReason(headers, ALLOWED, ADVICE)).toEqual(expect.any(String));
  });

  it('the sender of a request to the management port is refused with the setting that allows names', () => {
    expect(refusalReason({ host: 'evil.example' }, ALLOWED, ADVICE)).toBe(
      'host evil.example is not allowed here; HOSTS lists the names that are',
    );
  });
});
