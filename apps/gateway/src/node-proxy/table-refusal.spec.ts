import { NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '@app/upstream';
import { type Offered, tableRefusal } from './table-refusal';

const asked = { network: 'mainnet', code: 'dex', table: 'nosuch' };
const offered: Offered = { tables: ['counters', 'history2 (scope dex)'], contracts: ['dex', 'loan'] };
const refusal = async (reason: string, found = offered) => {
  const error = new NodeAnswerError(500, 3060003, '', reason);
  return (await tableRefusal(error, asked, () => Promise.resolve(found)))?.message;
};

describe("a node's refusal to read a table", () => {
  it.each([
    [
      'Table nosuch is not specified in the ABI',
      'table nosuch is not in the ABI of dex; its tables: counters, history2 (scope dex)',
    ],
    [
      'Fail to retrieve account for dex',
      'account dex does not exist on mainnet; contracts of the profile: dex, loan',
    ],
    [
      'unknown key (boost::tuples::tuple<bool, eosio::chain::name>): (0 dex)',
      'account dex does not exist on mainnet; contracts of the profile: dex, loan',
    ],
    [
      'key type required for non-primary index',
      'the node refused the request: key type required for non-primary index',
    ],
  ])('"%s" reads "%s"', async (reason, message) => {
    expect(await refusal(reason)).toBe(message);
  });

  it('a refusal names an account without a contract', async () => {
    expect(await refusal('Table nosuch is not specified in the ABI', { ...offered, tables: undefined })).toBe(
      'account dex has no contract on mainnet; contracts of the profile: dex, loan',
    );
  });

  it('the refusal to read a table lists at most 30 tables', async () => {
    const tables = Array.from({ length: 35 }, (_, index) => `table${index}`);
    expect(await refusal('Table nosuch is not specified in the ABI', { ...offered, tables })).toMatch(
      /, table29 and 5 more$/,
    );
  });

  it("a node's refusal to read a table does not explain other errors, and looks up no account for them", async () => {
    const error = new UpstreamUnavailableError('mainnet', [
      new NodeFailure('n', 'down', { mayHaveArrived: false }),
    ]);
    const find = jest.fn();
    expect(await tableRefusal(error, asked, find)).toBeUndefined();
    expect(find).not.toHaveBeenCalled();
  });
});
