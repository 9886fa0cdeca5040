import { isLoopback, isOriginAllowed } from './origin';

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])('isLoopback knows %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each(['0.0.0.0', '::', '192.0.2.1', '127.0.0.1.example.org', 'localhost.example.org', ''])(
    'isLoopback is false for %p',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('isOriginAllowed', () => {
  it.each<[string, string[], string, boolean]>([
    ['http://localhost:3000', [], '127.0.0.1', true],
    ['http://localhost:3000', [], '0.0.0.0', false],
    ['http://localhost:3000', ['http://localhost:3000'], '0.0.0.0', true],
    ['http://localhost:3001', ['http://localhost:3000'], '0.0.0.0', false],
    ['https://a.example', ['*'], '0.0.0.0', true],
    ['https://a.example', ['https://b.example'], '127.0.0.1', false],
    ['file://localhost', [], '127.0.0.1', false],
    ['null', [], '127.0.0.1', false],
  ])('isOriginAllowed for %s of %j on %s is %s', (origin, allowed, host, expected) => {
    expect(isOriginAllowed(origin, allowed, host)).toBe(expected);
  });
});
