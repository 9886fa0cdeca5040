/** The account to create at the registrar. */
export interface RegistrarRequest {
  readonly name: string;
  readonly public_key: string;
}

const NOT_ENABLED = 'Paid account creation is not enabled, and no account was created.';

/**
 * How to get a free account at a registrar: by a POST with that body, or without one on the page of the URL. Without a
 * URL the network names no registrar.
 */
export function registrarInstructions(
  url: string | undefined,
  body: Readonly<Record<string, string>> | undefined,
): string {
  if (url === undefined)
    return `${NOT_ENABLED} This network names no registrar: ask its operator for an account.`;
  const way =
    body === undefined
      ? `open ${url} and create the account there with your own public keys`
      : `POST ${url} with the JSON body ${JSON.stringify(body)}`;
  return `${NOT_ENABLED} Accounts are free at the registrar: ${way}, then look at the account with get_account.`;
}
