import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ViewProps } from '../view-props';
import { visibleText } from '../../values/visible-text';
import { callControl } from '../../gateway/development';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Facts, Table } from '../../ui/facts';
import { Panel, PolledPanel, Problem } from '../../ui/panel';
import { AccountLink, Amount, BlockLink, Foreign } from '../../ui/values';
import { Copy } from '../../ui/copy';
import { ControlForm } from './control-form';
import { Liquidation } from './liquidation';
import { PriceForm } from './price-form';
import { Snapshots } from './snapshots';

const STATUS_MS = 4_000;
const ACCOUNTS_MS = 10_000;
const LOANS_MS = 15_000;

interface Status {
  readonly head_block_num: number;
  readonly last_irreversible_block_num: number;
  readonly simulation: 'running' | 'paused' | 'off';
}

interface FundedAccount {
  readonly name: string;
  readonly private_key: string;
  readonly balances: Readonly<Record<string, string>>;
}

/** Controls of an embedded development chain. */
export function View({ network }: ViewProps): JSX.Element {
  if (network.has_development_routes) return <Controls name={network.name} />;
  return (
    <>
      <h1>Development chain</h1>
      <Panel title="Controls">
        <p>
          There are no controls here: the network is no embedded development chain, or the gateway serves more
          than this machine.
        </p>
      </Panel>
    </>
  );
}

function Controls({ name }: { name: string }): JSX.Element {
  const of = { network: name };
  const accounts = usePoll(`funded ${name}`, ACCOUNTS_MS, () =>
    callControl<readonly FundedAccount[]>(name, 'accounts'),
  );
  const loans = usePoll(`all loans ${name}`, LOANS_MS, () => callTool(name, 'get_loans'));
  const names = (accounts.value.answer ?? []).map((account) => account.name);
  return (
    <>
      <h1>Development chain</h1>
      <StatusPanel network={name} />
      <div class="grid">
        <ControlForm
          key={names.length}
          {...of}
          title="Fund an account"
          control="fund"
          button="Fund"
          fields={[
            { name: 'account', label: 'Account', initial: names[0] ?? '', choices: names },
            { name: 'symbol', label: 'Token', initial: 'BTC', choices: ['BTC', 'USDT', 'NATIVE', 'CBTC'] },
            { name: 'amount', label: 'Amount', initial: '1' },
          ]}
        />
        <PriceForm {...of} loans={loans} />
        <ControlForm
          {...of}
          title="Advance time"
          control="advance-time"
          button="Advance"
          fields={[{ name: 'seconds', label: 'Seconds', initial: '3600', sentAs: Number }]}
        />
        <ControlForm
          {...of}
          title="Produce blocks"
          control="produce-blocks"
          button="Produce"
          fields={[{ name: 'count', label: 'Blocks', initial: '10', sentAs: Number }]}
        />
        <ControlForm
          {...of}
          title="Pay Bitcoin"
          control="send-bitcoin"
          button="Pay"
          fields={[
            { name: 'address', label: 'Address of an account or a vault', initial: '' },
            { name: 'amount', label: 'BTC', initial: '0.1' },
          ]}
        />
        <ControlForm
          {...of}
          title="Mine Bitcoin blocks"
          control="mine-bitcoin"
          button="Mine"
          fields={[{ name: 'count', label: 'Bitcoin blocks', initial: '4', sentAs: Number }]}
        />
        <Snapshots {...of} />
        <Liquidation {...of} loans={loans} />
      </div>
      <PolledPanel title="Accounts" state={accounts}>
        {(answer) => <Accounts network={name} accounts={answer} />}
      </PolledPanel>
    </>
  );
}

function StatusPanel({ network }: { network: string }): JSX.Element {
  const error = useSignal<Error | undefined>(undefined);
  const state = usePoll(`status ${network}`, STATUS_MS, () => callControl<Status>(network, 'status'));
  const turn = (control: string) => {
    error.value = undefined;
    callControl<Pick<Status, 'simulation'>>(network, control).then(
      ({ simulation }) => {
        const { answer, ...polled } = state.peek();
        // In place of the answer that is on its way, which may be older.
        if (answer !== undefined) state.value = { ...polled, answer: { ...answer, simulation } };
      },
      (reason: unknown) => (error.value = reason as Error),
    );
  };
  return (
    <PolledPanel title="Chain" state={state}>
      {({ head_block_num, last_irreversible_block_num, simulation }) => (
        <>
          <Facts
            rows={[
              ['Head', <BlockLink network={network} of={String(head_block_num)} />],
              ['Irreversible', <BlockLink network={network} of={String(last_irreversible_block_num)} />],
              ['Simulated traffic', <Foreign text={simulation} />],
            ]}
          />
          {simulation === 'off' ? null : (
            <p class="actions">
              <button
                type="button"
                onClick={() => {
                  turn(simulation === 'paused' ? 'resume-simulation' : 'pause-simulation');
                }}
              >
                {simulation === 'paused' ? 'Resume simulated traffic' : 'Pause simulated traffic'}
              </button>
            </p>
          )}
          {error.value === undefined ? null : <Problem error={error.value} />}
        </>
      )}
    </PolledPanel>
  );
}

const Accounts = ({
  network,
  accounts,
}: {
  network: string;
  accounts: readonly FundedAccount[];
}): JSX.Element => (
  <Table
    label="Accounts"
    rows={accounts}
    keyOf={({ name }) => name}
    columns={[
      { name: 'Account', cell: ({ name }) => <AccountLink network={network} of={name} /> },
      ...Object.keys(accounts[0]?.balances ?? {}).map((symbol) => ({
        name: symbol,
        isNumber: true,
        cell: ({ balances }: FundedAccount) => <Amount value={balances[symbol] ?? '0'} />,
      })),
      {
        name: 'Development key',
        cell: ({ name, private_key }) => (
          <Copy text={private_key} label={`Copy the key of ${visibleText(name)}`} />
        ),
      },
    ]}
  />
);
