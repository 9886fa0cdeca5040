import type { JSX } from 'preact';
import { Facts } from '../ui/facts';
import { ForeignJson } from '../ui/foreign-json';
import { Foreign, Id } from '../ui/texts';
import { listOf, type Members, membersOf, textOf } from './members';

/** `actor@permission` of each signer of an action. */
const authorizationsOf = (action: Members): string[] =>
  listOf(action['authorization'])
    .map(membersOf)
    .map(({ actor, permission }) => `${textOf(actor)}@${textOf(permission)}`);

/** The accounts that sign; none for a concise answer, which has no actions. */
export const signersOf = ({ actions }: Members): ReadonlySet<string> =>
  new Set(
    listOf(actions)
      .flatMap((action) => listOf(membersOf(action)['authorization']))
      .map((each) => textOf(membersOf(each)['actor'])),
  );

/** The transaction itself: its ids, its actions, and the answer as it came. */
export function Bytes({ answer }: { answer: Members }): JSX.Element {
  const { transaction_id: id, signing_digest: digest } = membersOf(answer['transaction']);
  const actions = listOf(answer['actions']).map(membersOf);
  return (
    <section>
      <h2>Transaction</h2>
      <Facts
        rows={[
          ['Id', <Id text={textOf(id)} />],
          ['Digest to sign', <Id text={textOf(digest)} />],
        ]}
      />
      {actions.map((action, index) => (
        <details key={index}>
          <summary>
            Action {index + 1}: <Foreign text={`${textOf(action['account'])}::${textOf(action['name'])}`} />,
            signed by <Foreign text={authorizationsOf(action).join(', ') || 'nobody'} />
          </summary>
          <ForeignJson value={action['data'] ?? null} label={`Data of action ${index + 1}`} />
        </details>
      ))}
      <details>
        <summary>The whole answer</summary>
        <ForeignJson value={answer} label="The whole answer" />
      </details>
    </section>
  );
}
