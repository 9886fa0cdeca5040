import { hostsOf } from './node-names';

describe('hostsOf', () => {
  const four = [
    { address: '10.0.0.1', family: 4 },
    { address: '10.0.0.2', family: 4 },
  ];
  const six = [{ address: 'fd00::1', family: 6 }];

  it('hostsOf counts a host with addresses of both families once', () => {
    expect(hostsOf([...six, ...four])).toEqual([{ host: '10.0.0.1' }, { host: '10.0.0.2' }]);
  });

  it('hostsOf takes addresses of IPv6 where there is no other', () => {
    expect(hostsOf(six)).toEqual([{ host: 'fd00::1' }]);
  });
});
