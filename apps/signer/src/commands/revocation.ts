import { z } from 'zod';
import { askNode } from '../chain/own-nodes';
import { FileError } from '../private-file';
import type { Policy } from '../policy/policy';
import type { Command } from './options';

const name = z.string().regex(/^[a-z1-5.]{1,13}$/);
const accountAnswer = z.object({
  permissions: z.array(
    z.object({
      perm_name: z.string(),
      linked_actions: z
        .array(z.object({ account: name, action: name.or(z.literal('')).nullish() }))
        .default([]),
    }),
  ),
});

/** The permission as one node states it: its links as `contract::action`, or undefined where it does not exist. */
type Links = readonly string[] | undefined;

/**
 * The actions that take the permission away, for the owner to sign with the active key. Nothing is signed here. All nodes
 * are asked: only when all of them answer, and agree that it does not exist, is there nothing to revoke.
 * @throws FileError
 */
export async function revocation({ file: { nodes, account, permission } }: Policy): Promise<string[]> {
  if (['active', 'owner'].includes(permission))
    throw new FileError(`change the key of ${account}@${permission} instead`);
  const answers = await Promise.allSettled(nodes.map((node) => linksAt(node, account, permission)));
  const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const silent = nodes.length - told.length;
  const found = told.filter((links) => links !== undefined);
  if (found.length === 0) {
    if (silent > 0)
      throw new FileError(
        `${silent} of ${nodes.length} nodes do not answer, so it is not known whether ${account}@${permission} exists`,
      );
    return [`${account} has no permission ${permission}: there is nothing to revoke`];
  }
  const [links = []] = found;
  const isAgreed = told.every((other) => isSame(other, links));
  const authorization = [{ actor: account, permission: 'active' }];
  const removal = [
    ...links.map((link) => {
      const [code, type] = link.split('::');
      return { account: 'eosio', name: 'unlinkauth', authorization, data: { account, code, type } };
    }),
    { account: 'eosio', name: 'deleteauth', authorization, data: { account, permission } },
  ];
  return [
    ...(silent > 0 ? [`${silent} of ${nodes.length} nodes do not answer.`] : []),
    ...(isAgreed
      ? []
      : [
          'The nodes state different links of the permission, so the actions below may fail.',
          'These take its key away whatever is linked. Sign and send them with the active key first:',
          JSON.stringify([keyReplacement(account, permission)], null, 2),
        ]),
    'Sign and send these actions with the active key:',
    JSON.stringify(removal, null, 2),
  ];
}

/** Leaves the permission to the active one: no key of its own signs any more. */
const keyReplacement = (account: string, permission: string): object => ({
  account: 'eosio',
  name: 'updateauth',
  authorization: [{ actor: account, permission: 'active' }],
  data: {
    account,
    permission,
    parent: 'active',
    auth: {
      threshold: 1,
      keys: [],
      accounts: [{ permission: { actor: account, permission: 'active' }, weight: 1 }],
      waits: [],
    },
  },
});

const isSame = (one: Links, other: readonly string[]): boolean =>
  one !== undefined && one.join() === other.join();

async function linksAt(node: string, account: string, permission: string): Promise<Links> {
  const { permissions } = accountAnswer.parse(await askNode(node, 'get_account', { account_name: account }));
  return permissions
    .find(({ perm_name }) => perm_name === permission)
    ?.linked_actions.map(({ account: code, action }) => `${code}::${action ?? ''}`)
    .sort();
}

/** The command that prints the revocation. */
export const REVOCATION_COMMANDS: Readonly<Record<string, Command>> = {
  revoke: (_, folder) => revocation(folder.policy()),
};
