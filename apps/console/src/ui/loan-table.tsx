import type { LoanAnswer } from '@app/client';
import type { JSX } from 'preact';
import { owedUsdt } from '../values/owed';
import { Table } from './facts';
import { AccountLink, Amount, Foreign, percentOf } from './values';

const value = (text: string | null): JSX.Element =>
  text === null ? <span class="muted">?</span> : <Amount value={text} />;

const percent = (bps: number | null): string => (bps === null ? '?' : percentOf(bps));

/** Loans, a line each, with the mark of those near their liquidation. */
export const LoanTable = ({
  network,
  loans,
}: {
  network: string;
  loans: readonly LoanAnswer[];
}): JSX.Element => (
  <Table
    label="Loans"
    rows={loans}
    keyOf={({ id }) => id}
    columns={[
      { name: 'Id', cell: ({ id }) => id },
      { name: 'Account', cell: ({ account }) => <AccountLink network={network} of={account} /> },
      { name: 'LTV', isNumber: true, cell: ({ ltv_bps }) => percent(ltv_bps) },
      {
        name: 'State',
        cell: ({ status }) => (
          <span class={status === 'in_progress' ? '' : 'bad'}>
            <Foreign text={status.replaceAll('_', ' ')} />
          </span>
        ),
      },
      { name: 'Owes USDT', isNumber: true, cell: (loan) => value(owedUsdt(loan)) },
      { name: 'Collateral CBTC', isNumber: true, cell: ({ collateral_cbtc }) => value(collateral_cbtc) },
      { name: 'Liquidated at', isNumber: true, cell: ({ liquidation_price }) => value(liquidation_price) },
      { name: 'Rate', isNumber: true, cell: ({ current_apr_bps }) => percent(current_apr_bps) },
      { name: 'Pool', isNumber: true, cell: ({ pool_id }) => pool_id },
    ]}
  />
);
