import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Age, Amount, Side } from '../../ui/values';

const EVERY_MS = 5_000;
const TRADES = 20;

/** The last trades of a pair. */
export function Trades({ network, pair }: { network: string; pair: string }): JSX.Element {
  const trades = usePoll(`trades ${network} ${pair}`, EVERY_MS, () =>
    callTool(network, 'get_trades', { pair, limit: TRADES }),
  );
  return (
    <PolledPanel
      title="Last trades"
      state={trades}
      isEmpty={(answer) => answer.trades.length === 0}
      empty="No trade among the newest ones of the exchange."
    >
      {(answer) => (
        <Table
          label="Last trades"
          rows={answer.trades}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Time', cell: ({ time }) => <Age time={time} /> },
            { name: 'Side', cell: ({ side }) => <Side of={side} /> },
            { name: 'Price', isNumber: true, cell: ({ price }) => <Amount value={price} /> },
            { name: 'Amount', isNumber: true, cell: ({ amount }) => <Amount value={amount} /> },
            { name: 'Buyer', cell: ({ buyer }) => <AccountLink network={network} of={buyer} /> },
            { name: 'Seller', cell: ({ seller }) => <AccountLink network={network} of={seller} /> },
          ]}
        />
      )}
    </PolledPanel>
  );
}
