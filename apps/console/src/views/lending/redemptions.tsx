import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Age, Amount } from '../../ui/values';

const EVERY_MS = 20_000;

/** Redemptions that wait for USDT, in their order. */
export function Redemptions({ network }: { network: string }): JSX.Element {
  const queue = usePoll(`redemptions ${network}`, EVERY_MS, () => callTool(network, 'get_redemption_queue'));
  return (
    <PolledPanel
      title="Redemption queue"
      state={queue}
      isEmpty={({ entries }) => entries.length === 0}
      empty="No redemption waits."
    >
      {({ entries, truncated }) => (
        <>
          <Table
            label="Redemption queue"
            rows={entries}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Id', cell: ({ id }) => id },
              { name: 'Account', cell: ({ account }) => <AccountLink network={network} of={account} /> },
              { name: 'Shares', isNumber: true, cell: ({ amount_tpf }) => <Amount value={amount_tpf} /> },
              { name: 'Pool', isNumber: true, cell: ({ pool_id }) => pool_id },
              { name: 'Since', cell: ({ requested_at }) => <Age time={requested_at} /> },
            ]}
          />
          {truncated ? <p class="note">There are more redemptions than are shown.</p> : null}
        </>
      )}
    </PolledPanel>
  );
}
