import type { ActionAuthorization, Transaction } from '@app/antelope';
import {
  AnswerTooLargeError,
  type ChainClient,
  NodeAnswerError,
  UnreadableAnswerError,
  UpstreamUnavailableError,
} from '@app/upstream';
import type { DeclaredAuthority } from './explain-signatures';

/** Most permissions that are read for an explanation: one account each. */
const MAX_AUTHORITIES = 4;

/** Errors of reading an account. The refusal of the chain is reported without the account. */
const READ_ERRORS = [
  AnswerTooLargeError,
  NodeAnswerError,
  UnreadableAnswerError,
  UpstreamUnavailableError,
] as const;

/** The permissions that the actions of a transaction declare, as far as they can be read. */
export async function readAuthorities(
  chain: Pick<ChainClient, 'account'>,
  { actions }: Transaction,
): Promise<DeclaredAuthority[]> {
  const levels = new Map<string, ActionAuthorization>();
  for (const level of actions.flatMap(({ authorization }) => authorization)) {
    levels.set(`${level.actor}@${level.permission}`, level);
  }
  const declared = [...levels.values()].slice(0, MAX_AUTHORITIES);
  return (await Promise.all(declared.map((level) => readAuthority(chain, level)))).flat();
}

async function readAuthority(
  chain: Pick<ChainClient, 'account'>,
  { actor, permission }: ActionAuthorization,
): Promise<DeclaredAuthority[]> {
  try {
    const account = await chain.account(actor);
    return [{ actor, permission, permissions: account?.permissions ?? [] }];
  } catch (error) {
    if (READ_ERRORS.some((known) => error instanceof known)) return [];
    throw error;
  }
}
