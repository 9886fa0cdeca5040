import { withoutAddresses, withoutAddressesIn } from './without-addresses';

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

  it.each([
    ['mainnet, bech32', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['mainnet, bech32m', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['capital letters', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'],
    ['testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['regtest', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
    ['mixed case', 'Bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdQ'],
    ['base58, key hash', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['base58, script hash', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['base58, testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['base58, script hash of testnet', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ])('an address is withheld wherever it stands: %s', (_, address) => {
    const told = {
      next: `Pay to ${address}.`,
      [address]: [{ memo: address }, `bitcoin:${address}?amount=1`],
    };
    const shown = JSON.stringify(withoutAddresses(told));
    expect(shown).not.toContain(address);
    expect(shown).toContain('Pay to withheld');
    expect(withoutAddressesIn(`unknown: ${address}`)).toMatch(/^unknown: withheld/);
  });

  it('hashes, names, keys, amounts and texts stay', () => {
    const told = {
      id: '12'.repeat(32),
      public_key: 'PUB_K1_6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV',
      account: 'bcaccount111',
      amount: '12345678.00000001 BTC',
      head_block_time: '2026-01-31T12:00:00.000',
      memo: 'thank you for the coffee of yesterday',
    };
    expect(withoutAddresses(told)).toEqual(told);
  });
});
