import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { OwnAddresses } from '../addresses/own-addresses';
import type { OpenSigner } from '../commands/folder';
import type { Policy } from '../policy/policy';
import { HostQuestions } from './host-questions';
import { signerServer } from './signer-server';

/** Serves MCP on standard input and output. A key that does not open ends it. */
export async function serve(policy: Policy, opening: Promise<OpenSigner>): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve));
  const addresses = new OwnAddresses(policy);
  // One for all sessions of the process. Behind a socket no host is asked: each member of its group could answer itself.
  const host = policy.file.confirm?.elicitation === true ? new HostQuestions() : undefined;
  const handle = serveStdio(() => signerServer(policy, opening, addresses, host));
  try {
    await opening;
    await ended;
  } finally {
    await handle.close();
  }
  const { ledger, sender } = await opening;
  await sender.end();
  ledger.close();
}
