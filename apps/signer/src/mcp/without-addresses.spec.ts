import { withoutAddresses } from './without-addresses';

describe('answers of the gateway without addresses', () => {
  it('members that hold an address are withheld at any depth, and all others are as they were', () => {
    const answer = {
      account: 'alice',
      peg_ins: [{ txid: 'ab', btc_address: 'bcrt1qliar', confirmations: 2 }],
      vault: { btc_address: null, address_list: ['bcrt1qliar'] },
    };
    expect(withoutAddresses(answer)).toEqual({
      account: 'alice',
      peg_ins: [{ txid: 'ab', btc_address: expect.stringMatching(/^withheld/), confirmations: 2 }],
      vault: { btc_address: null, address_list: expect.stringMatching(/^withheld/) },
    });
  });
});
