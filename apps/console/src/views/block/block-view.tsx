import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { ViewProps } from '../view-props';
import { isHash } from '../../gateway/lookups';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import { Id } from '../../ui/copy';
import { Facts, Table } from '../../ui/facts';
import { ForeignJson } from '../../ui/foreign-json';
import { TransactionOfId } from '../../ui/other-id';
import { PolledPanel } from '../../ui/panel';
import { RowChanges } from '../../ui/row-changes';
import { AccountLink, Age, Foreign, TransactionLink } from '../../ui/values';
import { actionText } from '../../values/action-text';
import { WholeTransaction } from '../transaction/whole-transaction';

interface BlockAction {
  readonly account: string;
  readonly name: string;
  readonly data: unknown;
}

interface Block {
  readonly block_num: number;
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

const EVERY_MS = 5_000;

interface KnownBlock extends Block {
  readonly isIrreversible: boolean;
}

/** A block, and whether it can still be replaced by another one. @throws ToolError */
async function readBlock(network: string, number: string): Promise<KnownBlock> {
  const [block, { last_irreversible_block_num: irreversible }] = await Promise.all([
    callNode<Block>(network, '/v1/chain/get_block', { block_num_or_id: number }),
    callNode<{ last_irreversible_block_num: number }>(network, '/v1/chain/get_info'),
  ]);
  return { ...block, isIrreversible: block.block_num <= irreversible };
}

/** A block and its transactions. */
export function View({ network: { name }, args: [number = ''] }: ViewProps): JSX.Element {
  const state = usePoll(
    `block ${name} ${number}`,
    EVERY_MS,
    () => readBlock(name, number),
    ({ isIrreversible }) => isIrreversible,
  );
  return (
    <>
      <h1>
        Block <Foreign text={number} />
      </h1>
      {isHash(number) && state.value.error !== undefined ? (
        <TransactionOfId key={number} network={name} id={number} />
      ) : null}
      <PolledPanel title="Block" state={state}>
        {({ id, block_num, timestamp, producer, transactions, isIrreversible }) => (
          <>
            <Facts
              rows={[
                ['Number', block_num],
                ['Id', <Id text={id} />],
                [
                  'Finality',
                  isIrreversible ? <span class="good">irreversible</span> : 'not yet irreversible',
                ],
                ['Time', <Age time={timestamp} />],
                ['Producer', <AccountLink network={name} of={producer} />],
                ['Transactions', transactions.length],
              ]}
            />
            <p class="actions">
              {block_num > 1 ? (
                <a href={addressOf(name, 'block', String(block_num - 1))}>Block before</a>
              ) : null}
              <a href={addressOf(name, 'block', String(block_num + 1))}>Block after</a>
            </p>
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
          <>
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
                    <div class="content">
                      {(typeof trx === 'string' ? [] : trx.transaction.actions).map(
                        ({ account, name: action, data }, index) => (
                          <div key={index}>
                            <AccountLink network={name} of={account} /> <Foreign text={action} />{' '}
                            <bdi>{actionText(action, data)}</bdi>
                            <details>
                              <summary>Data</summary>
                              <ForeignJson value={data} label={`Data of action ${String(index + 1)}`} />
                            </details>
                          </div>
                        ),
                      )}
                    </div>
                  ),
                },
              ]}
            />
            {transactions.map(({ trx }) => {
              const id = typeof trx === 'string' ? trx : trx.id;
              return <WholeTransaction key={id} network={name} id={id} />;
            })}
          </>
        )}
      </PolledPanel>
      {state.value.answer === undefined ? null : (
        <RowChanges key={state.value.answer.block_num} network={name} block={state.value.answer.block_num} />
      )}
    </>
  );
}
