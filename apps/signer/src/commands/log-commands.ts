import { readPosition } from '../chain/own-nodes';
import { roomLines } from '../policy/policy-text';
import { FileError } from '../private-file';
import type { Command } from './options';
import { readPassphrase } from './passphrase';

const show: Command = async (options, folder) => {
  const { ledger, policy } = folder.open(await readPassphrase(options['passphrase-file']));
  try {
    const { events, state } = ledger.read();
    const room = roomLines(policy, state, Date.now());
    // Opening the log has compared every MAC, and the newest entry with its copy.
    const verified =
      options.verify === true ? [`${events.length} entries, each authentic and in its place`] : [];
    return [...events.map((event) => JSON.stringify(event)), ...room, ...verified];
  } finally {
    ledger.close();
  }
};

const accept: Command = async (options, folder) => {
  if (options.yes !== true)
    throw new FileError(
      'only for a log that you put back yourself: it lacks what was signed since. Nothing is signed until the longest window of the caps has passed. Confirm with --yes',
    );
  const isPutBack = true;
  const { ledger, policy } = folder.open(await readPassphrase(options['passphrase-file']), isPutBack);
  try {
    const { headTimes } = await readPosition(policy.file.nodes, policy.file.chain_id, Date.now());
    ledger.continuePutBack(Math.max(Date.now(), ...headTimes));
    return ['the log is continued. All of its room counts as used for a whole window'];
  } finally {
    ledger.close();
  }
};

/** Commands for the log. */
export const LOG_COMMANDS: Readonly<Record<string, Command>> = { log: show, 'log accept': accept };
