import type { ProposalAnswer, SetupVaultAnswer } from '@app/client';
import type { Signal } from '@preact/signals';
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
import { Facts, Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Amount, Foreign, placesOf } from '../../ui/values';
import { visibleText } from '../../values/visible-text';
import { FollowedProposal } from './followed-proposal';
import { PushStatus } from './push-panel';
import type { Sent } from './sent';
import { wantedFor } from './wanted';

interface ProposalPanelProps {
  readonly network: NetworkFacts;
  readonly tool: string;
  readonly input: ToolInput;
  readonly proposal: ProposalAnswer;
  readonly sent: Signal<Sent>;
}

const vaultNameOf = (proposal: ProposalAnswer): string | undefined =>
  (proposal as Partial<SetupVaultAnswer>).vault_name;

/** A proposal: the content of its bytes by this page, the words of the gateway, and how to sign where both agree with the form. One proposal, checked once. */
export function ProposalPanel({ network, tool, input, proposal, sent }: ProposalPanelProps): JSX.Element {
  const checked = usePoll('', 0, async () => {
    const wanted = await wantedFor(network, tool, input);
    const proposed: Proposed = {
      ...proposal.transaction,
      expires: proposal.expires,
      vault_name: vaultNameOf(proposal),
    };
    return { ...checkProposal(proposed, wanted), proposed, wanted };
  });
  const { answer } = checked.value;
  return (
    <>
      <PolledPanel title="Content of the bytes, decoded by this page" state={checked}>
        {(result) => <Content network={network.name} checked={result} />}
      </PolledPanel>
      <PolledPanel title="Proposal" state={checked}>
        {() => <Statements network={network.name} proposal={proposal} />}
      </PolledPanel>
      {answer?.differences.length === 0 && answer.transaction && proposal.status !== 'executed' ? (
        <FollowedProposal
          network={network}
          proposal={proposal}
          signer={answer.actions[0]?.authorization ?? ''}
          contracts={answer.actions.map(({ account }) => account)}
          differencesOf={(packed) => differencesOfBytes(packed, answer.proposed, answer.wanted)}
          expiration={answer.transaction.expiration}
          sent={sent}
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

const AGAIN = 'Sign nothing. For another one take a new request_id.';

/** The statements of the gateway about the proposal. */
function Statements({ network, proposal }: { network: string; proposal: ProposalAnswer }): JSX.Element {
  const { summary, warnings, simulation, status, transaction, finality = null, block_num = null } = proposal;
  return (
    <>
      {summary.map((sentence, index) => (
        <p key={index}>{visibleText(sentence)}</p>
      ))}
      {warnings.map(({ code, message }, index) => (
        <p key={index} class="problem">
          <strong>{visibleText(code)}</strong> {visibleText(message)}
        </p>
      ))}
      <DryRun network={network} simulation={simulation} />
      {status === 'executed' ? (
        <PushStatus network={network} result={{ ...transaction, status, finality, block_num, next: AGAIN }} />
      ) : null}
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
