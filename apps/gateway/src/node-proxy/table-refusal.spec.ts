import { NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '@app/upstream';
import { tableRefusal } from './table-refusal';

const asked = { network: 'mainnet', code: 'dex', table: 'nosuch' };
const refusal = (reason: string, code = 3060003) =>
  tableRefusal(new NodeAnswerError(500, code, '', reason), asked)?.message;

describe("a node's refusal to read a table", () => {
  it.each([
    ['Table nosuch is not specified in the ABI', 'table nosuch is not in the ABI of dex'],
    ['Fail to retrieve account for dex', 'account dex does not exist on mainnet'],
    [
      'unknown key (boost::tuples::tuple<bool, eosio::chain::name>): (0 dex)',
      'account dex does not exist on mainnet',
    ],
    [
      'key type required for non-primary index',
      'the node refused the request: key type required for non-primary index',
    ],
  ])('"%s" reads "%s"', (reason, message) => {
    expect(refusal(reason)).toBe(message);
  });

  it('is not what another error is', () => {
    expect(
      tableRefusal(new UpstreamUnavailableError('mainnet', [new NodeFailure('n', 'down', false)]), asked),
    ).toBeUndefined();
  });
});
