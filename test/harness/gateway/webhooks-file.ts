import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A secret as Standard Webhooks has it. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Writes a webhooks file and its secrets into a folder of its own. @returns its path, and the folder */
export function webhooksFile(
  entries: readonly { readonly name: string; readonly url: string; readonly topics: readonly string[] }[],
  secrets: readonly string[],
): { readonly file: string; readonly secretFile: (index: number) => string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'webhooks-'));
  const secretFile = (index: number): string => path.join(folder, `secret-${index}`);
  secrets.forEach((secret, index) => writeFileSync(secretFile(index), `${secret}\n`));
  const secret_files = secrets.map((_, index) => `secret-${index}`);
  const webhooks = entries.map((entry) => ({ network: 'mainnet', secret_files, ...entry }));
  const file = path.join(folder, 'webhooks.yaml');
  writeFileSync(file, JSON.stringify({ webhooks }));
  return { file, secretFile };
}
