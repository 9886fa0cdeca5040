import type { PoolAnswer } from '@app/client';
import type { JSX } from 'preact';
import { Table } from '../../ui/facts';
import { Amount, Foreign, percentOf } from '../../ui/values';

/** The pools with what they have, what is lent out, and their rates. */
export const PoolTable = ({ pools }: { pools: readonly PoolAnswer[] }): JSX.Element => (
  <Table
    label="Pools"
    rows={pools}
    keyOf={({ pool_id }) => pool_id}
    columns={[
      { name: 'Pool', cell: ({ pool_id }) => pool_id },
      { name: 'Shares', cell: ({ share_symbol }) => <Foreign text={share_symbol ?? '?'} /> },
      { name: 'Available USDT', isNumber: true, cell: ({ available }) => <Amount value={available} /> },
      { name: 'Lent out USDT', isNumber: true, cell: ({ outstanding }) => <Amount value={outstanding} /> },
      { name: 'Used', isNumber: true, cell: ({ utilization_bps }) => percentOf(utilization_bps) },
      { name: 'Borrow', isNumber: true, cell: ({ borrow_apr_bps }) => percentOf(borrow_apr_bps) },
      { name: 'Supply', isNumber: true, cell: ({ supply_apr_bps }) => percentOf(supply_apr_bps) },
      {
        name: 'Share price',
        isNumber: true,
        cell: ({ share_price }) => <Amount value={share_price ?? '?'} />,
      },
    ]}
  />
);
