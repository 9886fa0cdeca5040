import type { GetTransactionAnswer } from '@app/client';
import { type Signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { type Polled, usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { now } from '../../ui/clock';
import { Panel, Problem } from '../../ui/panel';
import { TransactionLink } from '../../ui/values';
import { durationText, timeMs } from '../../values/ages';
import { visibleText } from '../../values/visible-text';
import { type Followed, isSettled, leftMs, stateOf } from './proposal-state';
import { PushStatus } from './push-panel';
import { isPushed } from './sent';
import { SigningPanel, type SigningProps } from './signing-panel';

interface FollowedProposalProps extends SigningProps {
  /** By the bytes. */
  readonly expiration: string;
}

interface Known extends Followed {
  readonly found: GetTransactionAnswer;
}

/** Some nodes forget a transaction three minutes after its block. */
const EVERY_MS = 10_000;

const ASKED = 'Whether it was executed is not known yet: do not compose it again.';
/** Under the same id the gateway makes another transaction only where the nodes prove that this one was not executed. */
const OVER =
  'No node has it in a block. Compose it again under the same request_id alone: it is executed once at most. Without ' +
  'one look at the balances before.';

/** The ways to sign, and the outcome of what was signed: a wallet that takes the link or the code sends it by itself. */
export function FollowedProposal({ expiration, ...signing }: FollowedProposalProps): JSX.Element {
  const { proposal, sent } = signing;
  const network = signing.network.name;
  const { transaction_id: id } = proposal.transaction;
  const expiresMs = timeMs(expiration);
  const followed = usePoll<Known>(
    '',
    EVERY_MS,
    async () => {
      const { head_block_time } = await callTool(network, 'get_chain_info');
      const found = await callTool(network, 'get_transaction', { id });
      if (found.status !== 'not_found' && sent.value === 'no') sent.value = 'followed';
      return { headMs: timeMs(head_block_time), found };
    },
    (known) => isSettled(expiresMs, known),
  );
  const state = useComputed(() => stateOf(expiresMs, now.value, followed.value)).value;
  const { answer, error } = followed.value;
  const isPushing = isPushed(sent.value);
  const isOpen = state === 'open';
  return (
    <>
      {isPushing ? null : (
        <Panel title="Time and outcome">
          {isOpen ? (
            <>
              <TimeLeft expiresMs={expiresMs} followed={followed} />
              <p class="muted">{visibleText(proposal.next)}</p>
            </>
          ) : state === 'found' && answer !== undefined ? (
            <PushStatus network={network} result={{ ...answer.found, next: answer.found.note }} />
          ) : (
            <p class="problem">
              Its time to sign is over. {state === 'over' ? OVER : ASKED}{' '}
              <TransactionLink network={network} of={id} />
            </p>
          )}
          {error === undefined ? null : <Problem error={error} />}
        </Panel>
      )}
      {isPushing || isOpen ? <SigningPanel {...signing} /> : null}
    </>
  );
}

/** A component of its own: it changes each second. */
function TimeLeft({
  expiresMs,
  followed,
}: {
  expiresMs: number;
  followed: Signal<Polled<Followed>>;
}): JSX.Element {
  const left = leftMs(expiresMs, now.value, followed.value) / 1_000;
  return (
    <p>
      Expires in <strong class="amount">{durationText(left)}</strong> ({new Date(expiresMs).toISOString()}).
    </p>
  );
}
