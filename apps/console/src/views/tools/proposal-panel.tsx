import type { ProposalAnswer, SetupVaultAnswer } from '@app/client';
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import {
  type CheckedProposal,
  checkProposal,
  differencesOfBytes,
  type Proposed,
  type ToolInput,
} from '../../chain/check-proposal';
import type { NetworkFacts } from '../../gateway/config';
import { usePoll } from '../../gateway/poll';
import { now } from '../../ui/clock';
import { Facts, Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Amount, Foreign, placesOf } from '../../ui/values';
import { durationText, timeMs } from '../../values/ages';
import { visibleText } from '../../values/visible-text';
import { SigningPanel } from './signing-panel';
import { wantedFor } from './wanted';

interface ProposalPanelProps {
  readonly network: NetworkFacts;
  readonly tool: string;
  readonly input: ToolInput;
  readonly proposal: ProposalAnswer;
}

let proposals = 0;
const numbers = new WeakMap<ProposalAnswer, number>();

/** A key of its own for each answer: a proposal is checked once. */
function numberOf(proposal: ProposalAnswer): string {
  const number = numbers.get(proposal) ?? ++proposals;
  numbers.set(proposal, number);
  return String(number);
}

const vaultNameOf = (proposal: ProposalAnswer): string | undefined =>
  (proposal as Partial<SetupVaultAnswer>).vault_name;

/** A proposal: the content of its bytes by this page, the words of the gateway, and how to sign where both agree with the form. */
export function ProposalPanel({ network, tool, input, proposal }: ProposalPanelProps): JSX.Element {
  const checked = usePoll(`proposal ${numberOf(proposal)}`, 0, async () => {
    const wanted = await wantedFor(network, tool, input);
    const proposed: Proposed = {
      ...proposal.transaction,
      expires: proposal.expires,
      vault_name: vaultNameOf(proposal),
    };
    return { ...checkProposal(proposed, wanted), proposed, wanted };
  });
  const { answer } = checked.value;
  const isPushed = useSignal(false);
  const isExpired = useComputed(() => {
    const expiration = checked.value.answer?.transaction?.expiration;
    return expiration !== undefined && timeMs(expiration) <= now.value;
  });
  // What was pushed is followed until it is irreversible, which can be after its expiration.
  const isShown = !isExpired.value || isPushed.value;
  return (
    <>
      <PolledPanel title="Content of the bytes, decoded by this page" state={checked}>
        {(result) => <Content network={network.name} checked={result} />}
      </PolledPanel>
      <PolledPanel title="Proposal" state={checked}>
        {({ differences, transaction }) => (
          <Statements
            network={network.name}
            proposal={proposal}
            expiration={differences.length === 0 ? transaction?.expiration : undefined}
          />
        )}
      </PolledPanel>
      {answer?.differences.length === 0 && proposal.status !== 'executed' && isShown ? (
        <SigningPanel
          network={network}
          proposal={proposal}
          signer={answer.actions[0]?.authorization ?? ''}
          contracts={answer.actions.map(({ account }) => account)}
          differencesOf={(packed) => differencesOfBytes(packed, answer.proposed, answer.wanted)}
          isPushed={isPushed}
        />
      ) : null}
    </>
  );
}

const Content = ({ network, checked }: { network: string; checked: CheckedProposal }): JSX.Element => (
  <>
    {checked.differences.length === 0 ? (
      <p class="success">The bytes do what the form says.</p>
    ) : (
      <div class="problem" role="alert">
        <strong>Do not sign: the answer differs from the form.</strong>
        <ul>
          {checked.differences.map((difference) => (
            <li key={difference}>{visibleText(difference)}</li>
          ))}
        </ul>
      </div>
    )}
    {checked.actions.map(({ account, name, authorization, data }, index) => (
      <div key={index}>
        <h3>
          {index + 1}. <AccountLink network={network} of={account} /> <Foreign text={name} />
        </h3>
        <Facts
          rows={[
            ['signed by', <Foreign text={authorization} />],
            ...Object.entries(data).map(([member, value]) => [member, <Foreign text={value} />] as const),
          ]}
        />
      </div>
    ))}
  </>
);

/** The statements of the gateway about the proposal. */
function Statements({
  network,
  proposal,
  expiration,
}: {
  network: string;
  proposal: ProposalAnswer;
  /** By the bytes; undefined where they differ from the form. */
  expiration: string | undefined;
}): JSX.Element {
  const { summary, warnings, simulation, next, status } = proposal;
  return (
    <>
      {summary.map((sentence) => (
        <p key={sentence}>{visibleText(sentence)}</p>
      ))}
      {warnings.map(({ code, message }) => (
        <p key={code} class="problem">
          <strong>{visibleText(code)}</strong> {visibleText(message)}
        </p>
      ))}
      <DryRun network={network} simulation={simulation} />
      {status === 'executed' ? (
        <p class="note">It was executed in block {proposal.block_num}: sign nothing.</p>
      ) : null}
      {expiration === undefined ? null : (
        <>
          <Countdown expires={`${expiration}Z`} />
          <p class="muted">{visibleText(next)}</p>
        </>
      )}
    </>
  );
}

function DryRun({
  network,
  simulation,
}: {
  network: string;
  simulation: ProposalAnswer['simulation'];
}): JSX.Element {
  const { status, error, effects, order } = simulation;
  if (status === 'failed') return <p class="problem">The dry run fails: {visibleText(error ?? '')}</p>;
  if (status === 'unavailable')
    return <p class="note">No node has run it: whether it would succeed is not known.</p>;
  return (
    <>
      <p class="success">The dry run succeeds.</p>
      {effects === null || effects.length === 0 ? null : (
        <Table
          label="Balances that change"
          rows={effects}
          keyOf={({ account, token }) => `${account} ${token}`}
          columns={[
            { name: 'Account', cell: ({ account }) => <AccountLink network={network} of={account} /> },
            {
              name: 'Change',
              isNumber: true,
              cell: ({ change }) => (
                <Amount value={change} places={placesOf(effects.map((each) => each.change))} />
              ),
            },
            { name: 'Token', cell: ({ token }) => <Foreign text={token} /> },
          ]}
        />
      )}
      {order === undefined ? null : (
        <Facts
          rows={[
            ['Filled', <Amount value={order.filled} />],
            [
              'At, on average',
              order.average_price === null ? 'nothing trades' : <Amount value={order.average_price} />,
            ],
            ['Stays in the book', <Amount value={order.resting} />],
            ['Returned', <Amount value={order.refunded} />],
          ]}
        />
      )}
    </>
  );
}

function Countdown({ expires }: { expires: string }): JSX.Element {
  const left = (timeMs(expires) - now.value) / 1_000;
  return left > 0 ? (
    <p>
      Expires in <strong class="amount">{durationText(left)}</strong> ({expires}).
    </p>
  ) : (
    <p class="problem">It has expired: compose it again.</p>
  );
}
