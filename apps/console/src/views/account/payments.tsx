import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Id } from '../../ui/copy';
import { Table } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { PolledPanel } from '../../ui/panel';
import { Amount, Foreign, placesOf } from '../../ui/values';
import type { OfAccount } from './of-account';

const EVERY_MS = 30_000;

/** Payments from and to Bitcoin that are on their way. */
export function Payments({ network, account }: OfAccount): JSX.Element {
  const state = usePoll(`payments ${network} ${account}`, EVERY_MS, async () => {
    const { peg_ins, peg_outs, truncated } = await callTool(network, 'get_money_in_flight', { account });
    const incoming = (peg_ins ?? []).map((each) => ({ ...each, way: 'from Bitcoin' }));
    const outgoing = (peg_outs ?? []).map((each) => ({ ...each, way: `to Bitcoin, ${each.status}` }));
    return {
      payments: [...incoming, ...outgoing],
      isKnown: peg_ins !== null && peg_outs !== null && !truncated,
    };
  });
  return (
    <PolledPanel
      title="Bitcoin payments on their way"
      state={state}
      mark={
        <LiveMark
          network={network}
          topic={`deposits:${account}`}
          state={state}
          everyMs={EVERY_MS}
          what="deposits"
        />
      }
      isEmpty={({ payments, isKnown }) => isKnown && payments.length === 0}
      empty="None."
    >
      {({ payments, isKnown }) => (
        <>
          {isKnown ? null : <p class="note">The network does not say all of them.</p>}
          {payments.length === 0 ? null : (
            <Table
              label="Bitcoin payments on their way"
              rows={payments}
              keyOf={({ way, symbol, id }) => `${way} ${symbol} ${String(id)}`}
              columns={[
                { name: 'Way', cell: ({ way }) => <Foreign text={way} /> },
                {
                  name: 'Amount',
                  isNumber: true,
                  cell: ({ amount, symbol }) => (
                    <Amount
                      value={amount}
                      symbol={symbol}
                      places={placesOf(payments.map((each) => each.amount))}
                    />
                  ),
                },
                { name: 'Confirmations', isNumber: true, cell: ({ confirmations }) => confirmations ?? '?' },
                {
                  name: 'Bitcoin transaction',
                  cell: ({ txid }) => (txid === null ? '' : <Id text={txid} />),
                },
              ]}
            />
          )}
        </>
      )}
    </PolledPanel>
  );
}
