import type { GetTableRowsInput } from '../../../apps/gateway/src/node-proxy/dto/get-table-rows.dto';
import { NodeProxyService } from '../../../apps/gateway/src/node-proxy/node-proxy.service';
import { ServicesOnChain } from '../support/services-on-chain';

describe('table rows of a development chain', () => {
  let services: ServicesOnChain;
  beforeAll(async () => {
    services = await ServicesOnChain.start();
  });
  afterAll(() => services.close());
  afterEach(() => services.produce());

  const rows = (input: Partial<GetTableRowsInput>) =>
    services.tools.get(NodeProxyService).tableRows(services.network, {
      network: 'mainnet',
      code: 'btc.token',
      scope: 'alice',
      table: 'accounts',
      limit: 100,
      reverse: false,
      ...input,
    });

  it('table rows are returned as the node returns them', async () => {
    const answer = await rows({});
    expect(answer).toMatchObject({ network: 'mainnet', more: false, next_key: '' });
    expect(answer.rows).toEqual([{ balance: expect.stringMatching(/^\d+\.\d{8} BTC$/) as string }]);
  });

  it.each<[Partial<GetTableRowsInput>, string | RegExp]>([
    [
      { table: 'nosuch' },
      /^table nosuch is not in the ABI of btc\.token; its tables: accounts \(scope the holder\), stat \(scope BTC\)$/,
    ],
    [
      { code: 'nosuch' },
      /^account nosuch does not exist on mainnet; contracts of the profile: eosio, btc\.token, /,
    ],
    [{ code: 'alice' }, /^account alice has no contract on mainnet; contracts of the profile: /],
    [{ index_position: 2 }, 'key type required for non-primary index'],
    [{ table: 'a..............' }, 'table: '],
    [{ lower_bound: '1'.repeat(128) }, 'the node refused the request: Could not convert lower_bound'],
  ])('table rows that cannot be read (%j) are refused with the reason', async (input, message) => {
    await expect(rows(input)).rejects.toThrow(message);
  });
});
