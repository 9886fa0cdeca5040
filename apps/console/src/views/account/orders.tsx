import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Table } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { PolledPanel } from '../../ui/panel';
import { Amount, Foreign, placesOf, Side } from '../../ui/values';
import { visibleText } from '../../values/visible-text';
import { formAddress } from '../tools/form-address';
import type { OfAccount } from './of-account';

interface OrdersProps extends OfAccount {
  /** Undefined: of all pairs. */
  readonly pair?: string;
}

const EVERY_MS = 15_000;

/** Open orders of an account. */
export function Orders({ network, account, pair: only }: OrdersProps): JSX.Element {
  const orders = usePoll(`orders ${network} ${account} ${only ?? ''}`, EVERY_MS, () =>
    callTool(network, 'get_orders', only === undefined ? { account } : { account, pair: only }),
  );
  return (
    <PolledPanel
      title={only === undefined ? 'Open orders' : `Open orders of ${visibleText(account)}`}
      state={orders}
      mark={
        <LiveMark
          network={network}
          topic={`fills:${account}`}
          state={orders}
          everyMs={EVERY_MS}
          what="fills"
        />
      }
      isEmpty={({ orders: rows, truncated }) => !truncated && rows.length === 0}
      empty="No open order."
    >
      {(answer) => (
        <>
          <Table
            label="Open orders"
            rows={answer.orders}
            keyOf={({ pair, id }) => `${pair} ${String(id)}`}
            columns={[
              { name: 'Id', cell: ({ id }) => id },
              {
                name: 'Pair',
                cell: ({ pair }) => (
                  <a href={addressOf(network, 'market', pair)}>
                    <Foreign text={pair} />
                  </a>
                ),
              },
              {
                name: 'Side',
                cell: ({ side }) => <Side of={side} />,
              },
              {
                name: 'Price',
                isNumber: true,
                cell: ({ price }) => (
                  <Amount value={price} places={placesOf(answer.orders.map((each) => each.price))} />
                ),
              },
              {
                name: 'Amount',
                isNumber: true,
                cell: ({ amount }) => (
                  <Amount value={amount} places={placesOf(answer.orders.map((each) => each.amount))} />
                ),
              },
              {
                name: 'Total',
                isNumber: true,
                cell: ({ total }) => (
                  <Amount value={total} places={placesOf(answer.orders.map((each) => each.total))} />
                ),
              },
              {
                name: 'Cancel',
                cell: ({ pair, id }) => (
                  <a href={formAddress(network, 'cancel_order', { account, pair, order_id: String(id) })}>
                    cancel
                  </a>
                ),
              },
            ]}
          />
          {answer.truncated ? <p class="note">There may be more orders than are shown.</p> : null}
        </>
      )}
    </PolledPanel>
  );
}
