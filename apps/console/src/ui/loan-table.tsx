import type { JSX } from 'preact';
import { Table } from './facts';
import { AccountLink, Amount, Foreign, percentOf } from './values';

/** An open loan as get_loans answers it. */
export interface Loan {
  readonly id: number;
  readonly account: string;
  readonly pool_id: number;
  readonly outstanding_usdt: string;
  readonly collateral_cbtc: string | null;
  readonly ltv_bps: number | null;
  readonly liquidation_price: string | null;
  readonly current_apr_bps: number;
  readonly status: string;
}

export interface LoanRequest {
  readonly id: number;
  readonly account: string;
  readonly pool_id: number;
  readonly amount_usdt: string;
  readonly max_apr_bps: number;
}

export interface LoansAnswer {
  readonly active: readonly Loan[];
  readonly queued: readonly LoanRequest[];
  readonly next_cursor?: string | null;
}

const value = (text: string | null): JSX.Element =>
  text === null ? <span class="muted">?</span> : <Amount value={text} />;

/** Loans, a line each, with the mark of those near their liquidation. */
export const LoanTable = ({ network, loans }: { network: string; loans: readonly Loan[] }): JSX.Element => (
  <Table
    label="Loans"
    rows={loans}
    keyOf={({ id }) => id}
    columns={[
      { name: 'Id', cell: ({ id }) => id },
      { name: 'Account', cell: ({ account }) => <AccountLink network={network} of={account} /> },
      { name: 'LTV', isNumber: true, cell: ({ ltv_bps }) => (ltv_bps === null ? '?' : percentOf(ltv_bps)) },
      {
        name: 'State',
        cell: ({ status }) => (
          <span class={status === 'in_progress' ? '' : 'bad'}>
            <Foreign text={status.replaceAll('_', ' ')} />
          </span>
        ),
      },
      { name: 'Owes USDT', isNumber: true, cell: ({ outstanding_usdt }) => value(outstanding_usdt) },
      { name: 'Collateral CBTC', isNumber: true, cell: ({ collateral_cbtc }) => value(collateral_cbtc) },
      { name: 'Liquidated at', isNumber: true, cell: ({ liquidation_price }) => value(liquidation_price) },
      { name: 'Rate', isNumber: true, cell: ({ current_apr_bps }) => percentOf(current_apr_bps) },
      { name: 'Pool', isNumber: true, cell: ({ pool_id }) => pool_id },
    ]}
  />
);
