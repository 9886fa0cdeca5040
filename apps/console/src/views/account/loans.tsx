import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { LoanTable } from '../../ui/loan-table';
import { PolledPanel } from '../../ui/panel';
import { Amount, percentOf } from '../../ui/values';
import type { OfAccount } from './of-account';

const EVERY_MS = 30_000;

/** Loans and queued requests of an account. */
export function Loans({ network, account }: OfAccount): JSX.Element {
  const loans = usePoll(`loans ${network} ${account}`, EVERY_MS, () =>
    callTool(network, 'get_loans', { account }),
  );
  return (
    <PolledPanel
      title="Loans"
      state={loans}
      isEmpty={({ active, queued, truncated }) => !truncated && active.length + queued.length === 0}
      empty="No loan."
    >
      {({ active, queued, truncated }) => (
        <>
          {active.length === 0 ? null : <LoanTable network={network} loans={active} />}
          {queued.map(({ id, amount_usdt, max_apr_bps, pool_id }) => (
            <p key={id} class="note">
              Request {id} waits for <Amount value={amount_usdt} symbol="USDT" /> of pool {pool_id} at{' '}
              {percentOf(max_apr_bps)} or less.
            </p>
          ))}
          {truncated ? <p class="note">There may be more loans than are shown.</p> : null}
        </>
      )}
    </PolledPanel>
  );
}
