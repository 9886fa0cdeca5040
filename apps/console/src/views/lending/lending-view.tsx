import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { ViewProps } from '../view-props';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { PolledPanel } from '../../ui/panel';
import { Calculator } from './calculator';
import { LoansPanel } from './loans-panel';
import { PoolTable } from './pool-table';
import { RateCurve } from './rate-curve';
import { Redemptions } from './redemptions';

const EVERY_MS = 10_000;

/** Pools, loans and queues of the lending contract. */
export function View({ network }: ViewProps): JSX.Element {
  const { name } = network;
  const wish = { loan: useSignal('1000'), poolId: useSignal('') };
  const pools = usePoll(`lending ${name}`, EVERY_MS, () => callTool(name, 'get_pool_stats'));
  return (
    <>
      <h1>Lending</h1>
      <p class="actions">
        {['lend', 'redeem', 'setup_vault', 'borrow', 'repay', 'withdraw_collateral'].map((tool) => (
          <a key={tool} href={addressOf(name, 'tools', tool)}>
            {tool.replaceAll('_', ' ')}
          </a>
        ))}
      </p>
      <PolledPanel title="Pools" state={pools}>
        {(answer) => <PoolTable pools={answer.pools} />}
      </PolledPanel>
      <div class="grid">
        <PolledPanel title="Rate by utilization" state={pools}>
          {(answer) => <RateCurve stats={answer} wish={wish} />}
        </PolledPanel>
        <PolledPanel title="Calculator: borrow against BTC" state={pools}>
          {(answer) => <Calculator stats={answer} terms={network.lending_terms} wish={wish} />}
        </PolledPanel>
      </div>
      <LoansPanel network={network} />
      <Redemptions network={name} />
    </>
  );
}
