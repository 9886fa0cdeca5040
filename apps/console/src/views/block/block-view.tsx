import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { ViewProps } from '../view-props';
import { isHash } from '../../gateway/lookups';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import { Facts, Table } from '../../ui/facts';
import { TransactionOfId } from '../../ui/other-id';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Age, Foreign, Id, TransactionLink } from '../../ui/values';
import { actionText } from '../../values/action-text';

interface BlockAction {
  readonly account: string;
  readonly name: string;
  readonly data: unknown;
}

interface Block {
  readonly id: string;
  readonly timestamp: string;
  readonly producer: string;
  readonly previous: string;
  readonly transactions: readonly {
    readonly status: string;
    readonly cpu_usage_us: number;
    /** A deferred transaction is its id alone. */
    readonly trx:
      string | { readonly id: string; readonly transaction: { readonly actions: readonly BlockAction[] } };
  }[];
}

/** A block and its transactions. */
export function View({ network: { name }, args: [number = ''] }: ViewProps): JSX.Element {
  const state = usePoll(`block ${name} ${number}`, 0, () =>
    callNode<Block>(name, '/v1/chain/get_block', { block_num_or_id: number }),
  );
  const neighbour = (by: number) => String(Math.max(1, Number(number) + by));
  return (
    <>
      <h1>
        Block <Foreign text={number} />
      </h1>
      {isHash(number) && state.value.error !== undefined ? (
        <TransactionOfId key={number} network={name} id={number} />
      ) : null}
      <PolledPanel title="Block" state={state}>
        {({ id, timestamp, producer, transactions }) => (
          <>
            <Facts
              rows={[
                ['Id', <Id text={id} />],
                ['Time', <Age time={timestamp} />],
                ['Producer', <AccountLink network={name} of={producer} />],
                ['Transactions', transactions.length],
              ]}
            />
            {/^\d+$/.test(number) ? (
              <p class="actions">
                <a href={addressOf(name, 'block', neighbour(-1))}>Block before</a>
                <a href={addressOf(name, 'block', neighbour(1))}>Block after</a>
              </p>
            ) : null}
          </>
        )}
      </PolledPanel>
      <PolledPanel
        title="Transactions"
        state={state}
        isEmpty={({ transactions }) => transactions.length === 0}
        empty="The block has no transaction."
      >
        {({ transactions }) => (
          <Table
            label="Transactions"
            rows={transactions}
            keyOf={({ trx }) => (typeof trx === 'string' ? trx : trx.id)}
            columns={[
              {
                name: 'Id',
                cell: ({ trx }) => (
                  <TransactionLink network={name} of={typeof trx === 'string' ? trx : trx.id} />
                ),
              },
              { name: 'Status', cell: ({ status }) => <Foreign text={status} /> },
              { name: 'CPU µs', isNumber: true, cell: ({ cpu_usage_us }) => cpu_usage_us },
              {
                name: 'Actions',
                cell: ({ trx }) => (
                  <span class="content">
                    {(typeof trx === 'string' ? [] : trx.transaction.actions).map(
                      ({ account, name: action, data }, index) => (
                        <span class="line" key={index}>
                          <AccountLink network={name} of={account} /> <Foreign text={action} />{' '}
                          <bdi>{actionText(action, data)}</bdi>
                        </span>
                      ),
                    )}
                  </span>
                ),
              },
            ]}
          />
        )}
      </PolledPanel>
    </>
  );
}
