import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/routes';
import { Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { Amount, Foreign, placesOf, Side } from '../../ui/values';
import type { OfAccount } from './of-account';

const EVERY_MS = 15_000;

interface OrdersAnswer {
  readonly orders: readonly {
    readonly id: number;
    readonly pair: string;
    readonly side: string;
    readonly price: string;
    readonly amount: string;
    readonly total: string;
  }[];
  readonly truncated: boolean;
}

/** Open orders of an account. */
export function Orders({ network, account }: OfAccount): JSX.Element {
  const orders = usePoll(`orders ${network} ${account}`, EVERY_MS, () =>
    callTool<OrdersAnswer>(network, 'get_orders', { account }),
  );
  return (
    <PolledPanel
      title="Open orders"
      state={orders}
      isEmpty={(answer) => answer.orders.length === 0}
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
            ]}
          />
          {answer.truncated ? <p class="note">There are more orders than are shown.</p> : null}
        </>
      )}
    </PolledPanel>
  );
}
