import { nonLocalReason } from './loopback';

const HERE = { remoteAddress: '127.0.0.1', host: '127.0.0.1:8888' };

describe('loopback', () => {
  it.each([
    HERE,
    { remoteAddress: '::1', host: '[::1]:8888' },
    { remoteAddress: '::ffff:127.0.0.1', host: 'localhost:8888' },
    { ...HERE, origin: 'http://localhost:3000' },
    { ...HERE, origin: 'http://127.0.0.1:8888' },
    { remoteAddress: '127.0.0.1' },
  ])('nonLocalReason returns undefined for %j', (sender) => {
    expect(nonLocalReason(sender)).toBeUndefined();
  });

  it.each([
    [{ ...HERE, remoteAddress: '192.168.1.5' }, 'the request comes from 192.168.1.5'],
    [{ ...HERE, remoteAddress: '::ffff:10.0.0.1' }, 'the request comes from ::ffff:10.0.0.1'],
    [{}, 'the request comes from nowhere'],
    [{ ...HERE, host: 'evil.example' }, 'the request is sent to evil.example'],
    [{ ...HERE, host: '127.0.0.1.evil.example:80' }, 'the request is sent to 127.0.0.1.evil.example:80'],
    [{ ...HERE, origin: 'https://evil.example' }, 'the request is sent by a page of https://evil.example'],
    [{ ...HERE, origin: 'null' }, 'the request is sent by a page of null'],
    [
      { ...HERE, origin: 'http://localhost.evil.example' },
      'the request is sent by a page of http://localhost.evil.example',
    ],
  ])('nonLocalReason returns a reason for %j', (sender, reason) => {
    expect(nonLocalReason(sender)).toBe(reason);
  });
});
