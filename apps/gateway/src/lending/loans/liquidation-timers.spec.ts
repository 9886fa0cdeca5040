import type { TableRowsQuery } from '@app/upstream';
import type { Network } from '../../network/network';
import { LiquidationTimers } from './liquidation-timers';
import type { LoanRow } from './loan-rows';
import { LOAN_STATUSES } from './loan-status';

const END = '2026-11-24T12:00:00';
const END_MS = Date.UTC(2026, 10, 24, 12);
const timer = (loan_id: number) => ({ loan_id, account: 'alice', liquidates_at: END });

/** A network with these timers, all of alice, in the order of their ids; a row lies from its place on. */
function networkWith(rows: readonly object[]): Network {
  return {
    name: 'mainnet',
    matches: () => true,
    table: () => ({ code: 'loan', scope: 'liquidating', table: 'liquidation' }),
    accountIndex: () => 2,
    chain: {
      tableRows: ({ index_position, lower_bound, limit = 10 }: TableRowsQuery) => {
        const from = index_position === undefined ? Number(lower_bound ?? 1) - 1 : 0;
        return Promise.resolve({ rows: rows.slice(from, from + limit), more: false, nextKey: '' });
      },
    },
  } as unknown as Network;
}
const loansAtRisk = (...ids: bigint[]) =>
  ids.map((id) => ({ id, account: 'alice', status: LOAN_STATUSES.indexOf('at_risk') }) as LoanRow);

describe('LiquidationTimers', () => {
  const logger = { warn: jest.fn() };
  const timers = () => new LiquidationTimers(logger as never);
  beforeEach(() => logger.warn.mockClear());

  it('LiquidationTimers find those of a page behind other loans of the same account', async () => {
    const network = networkWith([1, 2, 3, 4].map(timer));
    expect(await timers().of(network, loansAtRisk(3n, 4n), undefined)).toEqual(
      new Map([
        [3n, END_MS],
        [4n, END_MS],
      ]),
    );
  });

  it('LiquidationTimers find those of an account however many others lie between', async () => {
    const network = networkWith([timer(1), timer(4)]);
    expect([...(await timers().of(network, loansAtRisk(1n, 4n), 'alice')).keys()]).toEqual([1n, 4n]);
  });

  it.each([
    ['without the id of its loan', { ...timer(1), loan_id: undefined }],
    ['with a time in seconds', { ...timer(1), liquidates_at: 1_795_000_000 }],
    ['without its account', { ...timer(1), account: undefined }],
  ])('LiquidationTimers know none where a row is %s, and log it once', async (_form, row) => {
    const [network, read] = [networkWith([row]), timers()];
    for (let time = 0; time < 2; time += 1)
      expect(await read.of(network, loansAtRisk(1n, 2n), 'alice')).toEqual(new Map());
    expect(logger.warn).toHaveBeenCalledTimes(1);
    expect(logger.warn).toHaveBeenCalledWith(
      { network: 'mainnet', detail: expect.stringMatching(/^table liquidation of loan .* row 0 /) as string },
      'timers of loans at risk cannot be read',
    );
  });

  it('LiquidationTimers pass on what else fails', async () => {
    const network = networkWith([]);
    Object.assign(network.chain, { tableRows: () => Promise.reject(new Error('no node')) });
    await expect(timers().of(network, loansAtRisk(1n), undefined)).rejects.toThrow('no node');
  });
});
