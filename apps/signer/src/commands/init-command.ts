import { init } from './init';
import { type Command, given } from './options';

/** The command that makes a folder. */
export const INIT_COMMANDS: Readonly<Record<string, Command>> = {
  init: (options, folder) =>
    init(options.folder, folder, {
      nodes: given(options.node, '--node'),
      gateway: given(options.gateway, '--gateway'),
      account: given(options.account, '--account'),
      permission: given(options.permission, '--permission'),
      network: options.network,
      profile: options.profile,
    }),
};
