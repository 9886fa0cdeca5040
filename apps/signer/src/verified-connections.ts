import { OwnerError } from './refusal';

/** The environment would switch off the check of certificates. */
export class UnverifiedConnectionsError extends OwnerError {
  override readonly name = 'UnverifiedConnectionsError';
}

/**
 * Throws UnverifiedConnectionsError where Node would accept any certificate: a machine between the signer and the owner's nodes could
 * answer for all of them, and the rules that read the chain rest on these answers.
 */
export function requireVerifiedConnections(env: NodeJS.ProcessEnv): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    throw new UnverifiedConnectionsError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates: unset it. NODE_EXTRA_CA_CERTS=FILE adds an authority of your own.',
    );
}
