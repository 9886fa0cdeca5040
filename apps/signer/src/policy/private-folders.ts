import path from 'node:path';
import { PolicyError } from './policy';
import type { PolicyFile } from './policy-schema';

/** A service with PrivateTmp, as the documented one is, has its own of these: it sees no file of others there. */
const PRIVATE_FOLDERS = ['/tmp', '/var/tmp'];

/**
 * The stop file is where the owner and the signer both see it, and the head of the log outlives a restart.
 * @throws PolicyError
 */
export function assertOutsidePrivateFolders({
  stop_file,
  log_head,
}: Pick<PolicyFile, 'stop_file' | 'log_head'>): void {
  for (const [member, file] of Object.entries({ stop_file, log_head })) {
    if (file === undefined) continue;
    const folder = PRIVATE_FOLDERS.find((each) => `${path.resolve(file)}/`.startsWith(`${each}/`));
    if (folder !== undefined)
      throw new PolicyError(
        `policy: ${member} is below ${folder}, which a service has for itself (PrivateTmp): name a file such as /var/lib/chain-tool-signer/STOP`,
      );
  }
}
