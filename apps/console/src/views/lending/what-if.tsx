import type { LoanAnswer } from '@app/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { NetworkFacts } from '../../gateway/config';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Facts } from '../../ui/facts';
import { Staleness } from '../../ui/panel';
import { AccountLink, Age, Amount } from '../../ui/values';
import { decimalText } from '../../values/decimal';
import { owedUsdt } from '../../values/owed';
import { unitsOf } from './pool-stats';
import { isAtOrAbove, lossAt } from './rates';

interface WhatIfProps {
  readonly network: NetworkFacts;
  readonly loans: readonly LoanAnswer[];
}

const EVERY_MS = 30_000;
const PERCENT = 100n;

/** The loans that another price liquidates, and the loss of the pools if all collateral is sold at that price. */
export function WhatIf({ network, loans }: WhatIfProps): JSX.Element {
  const change = useSignal(0);
  const oracle = usePoll(`what if ${network.name}`, EVERY_MS, () => callTool(network.name, 'get_btc_price'));
  const { answer } = oracle.value;
  const price = unitsOf(answer?.price ?? '');
  if (answer === undefined || price === undefined) return <p class="muted">The price is not known.</p>;
  const then = (price * (PERCENT + BigInt(change.value))) / PERCENT;
  const positions = loans.map((loan) => ({
    account: loan.account,
    position: {
      debt: unitsOf(owedUsdt(loan)) ?? 0n,
      collateral: unitsOf(loan.collateral_cbtc ?? '') ?? 0n,
      price: then,
    },
  }));
  const limit = network.lending_terms.liquidation_ltv_bps;
  const liquidated = positions.filter(({ position }) => isAtOrAbove(position, limit));
  const loss = liquidated.reduce((sum, { position }) => sum + lossAt(position), 0n);
  return (
    <>
      <div class="field">
        <label for="change">BTC price changes by {change.value} %</label>
        <input
          id="change"
          type="range"
          min="-90"
          max="100"
          value={change.value}
          onInput={({ currentTarget }) => (change.value = currentTarget.valueAsNumber)}
        />
      </div>
      <Facts
        rows={[
          [
            'Oracle',
            <>
              <Amount value={answer.price} symbol="USD" />, <Age time={answer.updated_at} />{' '}
              {answer.stale ? <strong class="stale">stale</strong> : null} <Staleness state={oracle.value} />
            </>,
          ],
          ['Price', <Amount value={decimalText({ units: then, decimals: 8 })} symbol="USD" />],
          ['At liquidation', `${String(liquidated.length)} of ${String(loans.length)} loans`],
          ['Loss of the pools', <Amount value={decimalText({ units: loss, decimals: 8 })} symbol="USDT" />],
          [
            'Accounts',
            <ul class="names">
              {liquidated.map(({ account }, index) => (
                <li key={index}>
                  <AccountLink network={network.name} of={account} />
                </li>
              ))}
            </ul>,
          ],
        ]}
      />
    </>
  );
}
