/** The account to create at the registrar. */
export interface RegistrarRequest {
  readonly name: string;
  readonly public_key: string;
}

/** How to get a free account at a registrar: by a POST with that body, or without one on the page of the URL. */
export function registrarInstructions(
  url: string,
  body: Readonly<Record<string, string>> | undefined,
): string {
  const way =
    body === undefined
      ? `open ${url} and create the account there with your own public keys`
      : `POST ${url} with the JSON body ${JSON.stringify(body)}`;
  return (
    'Paid account creation is not enabled, and no account was created. ' +
    `Accounts are free at the registrar: ${way}, then look at the account with get_account.`
  );
}
