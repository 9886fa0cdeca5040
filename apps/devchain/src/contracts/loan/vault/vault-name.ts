const VAULT_ID = /^[a-z1-5]{7}$/;

/** True for 7 characters of [a-z1-5], a dot and the lending account's name. Source: reference, lending. */
export function isVaultName(name: string, lending: string): boolean {
  const suffix = `.${lending}`;
  return name.endsWith(suffix) && VAULT_ID.test(name.slice(0, -suffix.length));
}
