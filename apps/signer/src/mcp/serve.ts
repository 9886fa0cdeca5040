import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { OwnAddresses } from '../addresses/own-addresses';
import type { OpenSigner } from '../commands/folder';
import { signerServer } from './signer-server';

/** Serves MCP on standard input and output. */
export async function serve(open: OpenSigner): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve));
  const addresses = new OwnAddresses(open.policy);
  const handle = serveStdio(() => signerServer(open, addresses));
  await ended;
  await handle.close();
  open.ledger.close();
}
