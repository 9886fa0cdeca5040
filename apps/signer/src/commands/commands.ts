import { SignerFolder } from './folder';
import type { Command, Options } from './options';

type Commands = Readonly<Record<string, Command>>;

/** By first word. Each command loads its own part of the program: agents start it for one of them. */
const LOADERS: Readonly<Record<string, () => Promise<Commands>>> = {
  init: async () => (await import('./init-command.js')).INIT_COMMANDS,
  key: async () => (await import('./key-commands.js')).KEY_COMMANDS,
  policy: async () => (await import('./policy-commands.js')).POLICY_COMMANDS,
  send: async () => (await import('./send-commands.js')).SEND_COMMANDS,
  approve: async () => (await import('./send-commands.js')).SEND_COMMANDS,
  log: async () => (await import('./log-commands.js')).LOG_COMMANDS,
  reconcile: async () => (await import('./log-commands.js')).LOG_COMMANDS,
  address: async () => (await import('./address-command.js')).ADDRESS_COMMANDS,
  revoke: async () => (await import('./revocation.js')).REVOCATION_COMMANDS,
  install: async () => (await import('./install.js')).INSTALL_COMMANDS,
  serve: async () => (await import('./serve-commands.js')).SERVE_COMMANDS,
  connect: async () => (await import('./serve-commands.js')).SERVE_COMMANDS,
};

/** The lines that a command prints; undefined for an unknown one. */
export async function run(words: readonly string[], options: Options): Promise<string[] | undefined> {
  const [first = ''] = words;
  const commands = Object.hasOwn(LOADERS, first) ? await LOADERS[first]?.() : undefined;
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command !== undefined) return command(options, new SignerFolder(options.folder), words.slice(length));
  }
  return undefined;
}
