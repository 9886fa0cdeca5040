import type { JSX } from 'preact';
import type { NetworkFacts } from '../../gateway/config';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Table } from '../../ui/facts';
import { LoanTable } from '../../ui/loan-table';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Amount, percentOf } from '../../ui/values';
import { WhatIf } from './what-if';

const EVERY_MS = 12_000;

/** Open loans, those nearest their liquidation first, and requests that wait. */
export function LoansPanel({ network }: { network: NetworkFacts }): JSX.Element {
  const { name } = network;
  const loans = usePoll(`all loans ${name}`, EVERY_MS, () => callTool(name, 'get_loans'));
  return (
    <>
      <PolledPanel title="What if the price changes" state={loans}>
        {({ active }) => <WhatIf network={network} loans={active} />}
      </PolledPanel>
      <PolledPanel
        title="Loans"
        state={loans}
        isEmpty={({ active }) => active.length === 0}
        empty="No open loan."
      >
        {({ active, next_cursor }) => (
          <>
            <LoanTable
              network={name}
              loans={[...active].sort((one, other) => (other.ltv_bps ?? 0) - (one.ltv_bps ?? 0))}
            />
            {next_cursor == null ? null : <p class="note">There are more loans than are shown.</p>}
          </>
        )}
      </PolledPanel>
      <PolledPanel
        title="Queued loan requests"
        state={loans}
        isEmpty={({ queued }) => queued.length === 0}
        empty="No request waits."
      >
        {({ queued }) => (
          <Table
            label="Queued loan requests"
            rows={queued}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Id', cell: ({ id }) => id },
              { name: 'Account', cell: ({ account }) => <AccountLink network={name} of={account} /> },
              { name: 'USDT', isNumber: true, cell: ({ amount_usdt }) => <Amount value={amount_usdt} /> },
              { name: 'Highest rate', isNumber: true, cell: ({ max_apr_bps }) => percentOf(max_apr_bps) },
              { name: 'Pool', isNumber: true, cell: ({ pool_id }) => pool_id },
            ]}
          />
        )}
      </PolledPanel>
    </>
  );
}
