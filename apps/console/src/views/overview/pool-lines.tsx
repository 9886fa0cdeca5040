import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { Amount, Foreign, percentOf } from '../../ui/values';

const EVERY_MS = 30_000;

/** The lending pools, a line each. */
export function PoolLines({ network }: { network: string }): JSX.Element {
  const pools = usePoll(`pools ${network}`, EVERY_MS, () => callTool(network, 'get_pool_stats'));
  return (
    <PolledPanel
      title="Lending pools"
      state={pools}
      isEmpty={(answer) => answer.pools.length === 0}
      empty="There are no pools."
    >
      {(answer) => (
        <Table
          label="Lending pools"
          rows={answer.pools}
          keyOf={({ pool_id }) => pool_id}
          columns={[
            { name: 'Pool', cell: ({ pool_id }) => pool_id },
            { name: 'Shares', cell: ({ share_symbol }) => <Foreign text={share_symbol ?? '?'} /> },
            {
              name: 'Available USDT',
              isNumber: true,
              cell: ({ available }) => <Amount value={available} />,
            },
            {
              name: 'Lent out USDT',
              isNumber: true,
              cell: ({ outstanding }) => <Amount value={outstanding} />,
            },
            { name: 'Used', isNumber: true, cell: ({ utilization_bps }) => percentOf(utilization_bps) },
            { name: 'Borrow rate', isNumber: true, cell: ({ borrow_apr_bps }) => percentOf(borrow_apr_bps) },
            { name: 'Supply rate', isNumber: true, cell: ({ supply_apr_bps }) => percentOf(supply_apr_bps) },
          ]}
        />
      )}
    </PolledPanel>
  );
}
