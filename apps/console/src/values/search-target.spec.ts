import { searchTarget } from './search-target';

const KEY = 'PUB_K1_8JayhncFL5xxuJDNhxEouEiYFLe78BL6gVxHfGL6MaMZL6evtm';

describe('the search box', () => {
  it.each([
    ['alice', ['account', 'alice']],
    [' eosio.token ', ['account', 'eosio.token']],
    ['4712', ['block', '4712']],
    [`000011d3${'ab'.repeat(28)}`, ['block', `000011d3${'ab'.repeat(28)}`]],
    ['6D'.repeat(32), ['transaction', '6d'.repeat(32)]],
    [KEY, ['key', KEY]],
    ['12345', ['block', '12345']],
    ['', undefined],
    ['Alice', undefined],
    ['alice.', undefined],
    ['thirteenchars', undefined],
  ])('the text "%s" leads to %j', (text, target) => {
    expect(searchTarget(text)).toEqual(target);
  });
});
