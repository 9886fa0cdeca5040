import type { Json } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import type { ProposalAnswer } from './proposal.answer';

/** The name that the bytes of a proposal give a new vault; undefined where they make none. */
export function vaultNameOf(
  profile: ProfileWithoutTables,
  { actions }: Pick<ProposalAnswer, 'actions'>,
): string | undefined {
  const lending = profile.account('lending');
  const name = actions
    .filter(({ account }) => account === lending)
    .map((action) => profile.readAction('create_vault', { name: action.name, data: action.data as Json }))
    .find((values) => values !== undefined)?.['vault'];
  return name === undefined ? undefined : String(name);
}
