import type { ChainWatch } from '../audit/chain-watch';
import { durationMs } from '../policy/duration';
import { assertOutsidePrivateFolders } from '../policy/private-folders';
import { FileError } from '../private-file';
import type { OpenSigner, SignerFolder } from './folder';
import { type Command, given } from './options';
import { readPassphrase } from './passphrase';

const serve: Command = async (options, folder) => {
  const { socket } = options;
  const policy = folder.policy();
  if (socket !== undefined) assertOutsidePrivateFolders(policy.file);
  if (socket === undefined && options['passphrase-fd'] === '0')
    throw new FileError('standard input is for the agent: name another descriptor for the passphrase');
  const passphrase = await readPassphrase(options, folder);
  let watch: Pick<ChainWatch, 'stop'> | undefined;
  const opened = async (): Promise<OpenSigner> => {
    const open = await askingOnPage(await folder.open(passphrase, { policy }), folder);
    watch = await watchOf(open);
    return open;
  };
  try {
    if (socket === undefined) {
      // An agent has its session before the key is open: its calls wait for that. The derivation takes a whole core, so it
      // begins when the server is loaded.
      const mcp = await import('../mcp/serve.js');
      const opening = opened();
      await Promise.all([opening, mcp.serve(policy, opening)]);
    } else {
      const [open, { serveSocket }] = await Promise.all([opened(), import('../mcp/serve-socket.js')]);
      await serveSocket(open, socket);
    }
  } finally {
    watch?.stop();
  }
  return [];
};

const connect: Command = async ({ socket }) => {
  const { connectStdio } = await import('../mcp/connect-stdio.js');
  await connectStdio(given(socket, '--socket'));
  return [];
};

/** Compares the log with the chain on the schedule of the policy. */
async function watchOf({ policy, ledger, sender }: OpenSigner): Promise<ChainWatch | undefined> {
  const { reconcile } = policy.file;
  if (reconcile === undefined) return undefined;
  const { ChainWatch } = await import('../audit/chain-watch.js');
  const watch = new ChainWatch(policy, ledger, sender, durationMs(reconcile));
  watch.start();
  return watch;
}

/** Has a program that stays ask on a page too, where the policy says so. */
async function askingOnPage(open: OpenSigner, { folder }: SignerFolder): Promise<OpenSigner> {
  const openWith = open.policy.file.confirm?.page?.open_with;
  if (openWith === undefined) return open;
  const { ConfirmPage } = await import('../confirm/confirm-page.js');
  const page = new ConfirmPage(folder, openWith, ({ request, question }) =>
    open.ledger.approve(request, question, Date.now()),
  );
  open.sender.onQuestion = (question) => page.ask(question);
  return open;
}

/** Commands that serve agents. */
export const SERVE_COMMANDS: Readonly<Record<string, Command>> = { serve, connect };
