import fc from 'fast-check';
import { clientAddressReader, siteOf } from './client-address';

const request = (remoteAddress: string | undefined, forwarded?: string | string[]) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded as string },
});

describe('the client address', () => {
  const direct = clientAddressReader([]);
  const behindProxy = clientAddressReader(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::ffff:c633:6407', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
    ['', 'unknown'],
  ])('the client address of the socket %s counts as %s', (remote, client) => {
    expect(direct(request(remote))).toBe(client);
  });

  it('the client address ignores X-Forwarded-For when no proxy is trusted', () => {
    expect(direct(request('198.51.100.7', '203.0.113.9'))).toBe('198.51.100.7');
  });

  it.each([
    ['what the proxy saw', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['the socket when it is no proxy of ours', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['not what the client claimed before', '10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['not a claim to be a proxy either', '10.0.0.1', '10.9.9.9, 203.0.113.9', '203.0.113.9'],
    [
      'the first stranger over several proxies',
      '10.0.0.1',
      '6.6.6.6, 203.0.113.9, 10.0.0.2, 192.0.2.1',
      '203.0.113.9',
    ],
    ['the outermost hop when all are ours', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the proxy when it says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['the proxy when it says an empty list', '10.0.0.1', '', '10.0.0.1'],
    ['the proxy when it does not know', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['the proxy rather than a stranger behind a gap', '10.0.0.1', '203.0.113.9, ,', '10.0.0.1'],
    ['an address with a port', '10.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
    ['an IPv6 address in brackets', '10.0.0.1', '[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['a bare IPv6 address', '10.0.0.1', '2001:db8::1', '2001:db8:0:0::/64'],
    ['a mapped IPv4 proxy', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a mapped IPv4 client', 'fd00::1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['the proxy when the claim is absurd', '10.0.0.1', '9'.repeat(5000), '10.0.0.1'],
    ['the proxy when the claim is an ancient short form', '10.0.0.1', '0x7f.1', '10.0.0.1'],
  ])('the client address is %s', (_what, remote, forwarded, client) => {
    expect(behindProxy(request(remote, forwarded))).toBe(client);
  });

  it('the client address is read from several header fields as one list', () => {
    expect(behindProxy(request('10.0.0.1', ['6.6.6.6', '203.0.113.9, 10.0.0.2']))).toBe('203.0.113.9');
  });

  it('the client address is read behind proxies of a range given in mapped form', () => {
    const mapped = clientAddressReader(['::ffff:10.0.0.0/104']);
    expect(mapped(request('10.1.2.3', '203.0.113.9'))).toBe('203.0.113.9');
    expect(mapped(request('11.1.2.3', '203.0.113.9'))).toBe('11.1.2.3');
  });

  it('the client address never changes with text that a client writes left of it', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (claim, client) => {
        fc.pre(!client.startsWith('10.') && client !== '192.0.2.1');
        expect(behindProxy(request('10.0.0.1', `${claim}, ${client}`))).toBe(client);
      }),
    );
  });

  it('the client address is one for all of a /64 and different for two networks', () => {
    const hextet = fc.integer({ min: 0, max: 0xffff }).map((part) => part.toString(16));
    const four = fc.array(hextet, { minLength: 4, maxLength: 4 }).map((parts) => parts.join(':'));
    fc.assert(
      fc.property(four, four, four, four, (network, otherNetwork, host, otherHost) => {
        fc.pre(!/^0:0:0:0$/.test(network) && !/^0:0:0:0$/.test(otherNetwork));
        const of = (prefix: string, suffix: string) => direct(request(`${prefix}:${suffix}`));
        expect(of(network, host)).toBe(of(network, otherHost));
        expect(of(network, host) === of(otherNetwork, host)).toBe(network === otherNetwork);
      }),
    );
  });

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:3::9', '2001:db8:1::/48'],
    ['2001:db8:2:2::9', '2001:db8:2::/48'],
    ['::1', '0:0:0::/48'],
    [undefined, 'unknown'],
  ])('the client address of the socket %s is of the site %s', (remote, site) => {
    expect(siteOf(direct(request(remote)))).toBe(site);
  });
});
