import type { JSX } from 'preact';
import { Facts, Table } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { AccountLink, Amount, Foreign, placesOf } from '../../ui/values';
import type { Effect, PlacedOrder } from './transaction-answer';

/** The balances that a transaction changed. */
export const EffectsPanel = ({
  network,
  effects,
}: {
  network: string;
  effects: readonly Effect[] | null;
}): JSX.Element => (
  <Panel title="Balances changed">
    {effects === null ? (
      <p class="muted">Not known: no node of the network has its traces (yet).</p>
    ) : effects.length === 0 ? (
      <p class="muted">It changed no balance.</p>
    ) : (
      <Table
        label="Balances changed"
        rows={effects}
        keyOf={({ account, token }) => `${account} ${token}`}
        columns={[
          { name: 'Account', cell: ({ account }) => <AccountLink network={network} of={account} /> },
          { name: 'Token', cell: ({ token }) => <Foreign text={token} /> },
          {
            name: 'Change',
            isNumber: true,
            cell: ({ change }) => (
              <Change value={change} places={placesOf(effects.map((each) => each.change))} />
            ),
          },
        ]}
      />
    )}
  </Panel>
);

const Change = ({ value, places }: { value: string; places: number }): JSX.Element => (
  <span class={value.startsWith('-') ? 'bad' : 'good'}>
    <Amount value={value.startsWith('-') ? value : `+${value}`} places={places} />
  </span>
);

/** The outcome of the orders that a transaction placed, with their trades. */
export const OrdersPanel = ({ orders }: { orders: readonly PlacedOrder[] }): JSX.Element => (
  <Panel title="Orders">
    {orders.map((order) => (
      <div key={order.action}>
        <h3>
          <Foreign text={`${order.side} on ${order.pair}`} />
        </h3>
        <Facts
          rows={[
            [
              'Limit',
              <>
                <Amount value={order.amount} /> at <Amount value={order.price} />
              </>,
            ],
            ['Traded', <Amount value={order.filled} />],
            ['Average', order.average_price === null ? 'no trade' : <Amount value={order.average_price} />],
            ['In the book', <Amount value={order.resting} />],
            ['Returned', <Amount value={order.refunded} />],
          ]}
        />
        <Fills fills={order.fills} />
      </div>
    ))}
  </Panel>
);

function Fills({ fills }: Pick<PlacedOrder, 'fills'>): JSX.Element | null {
  if (fills === null) return <p class="muted">Its trades are not among the newest ones of the exchange.</p>;
  if (fills.length === 0) return null;
  return (
    <Table
      label="Trades"
      rows={fills}
      keyOf={({ trade_id }) => trade_id}
      columns={[
        { name: 'Trade', cell: ({ trade_id }) => trade_id },
        { name: 'Price', isNumber: true, cell: ({ price }) => <Amount value={price} /> },
        { name: 'Amount', isNumber: true, cell: ({ amount }) => <Amount value={amount} /> },
      ]}
    />
  );
}
