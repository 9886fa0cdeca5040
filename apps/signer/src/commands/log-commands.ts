import { audit, type Audit, unitsByEnding } from '../audit/audit';
import { readChain } from '../audit/read-chain';
import { readPosition } from '../chain/own-nodes';
import { LedgerError } from '../ledger/ledger';
import type { SpendingState } from '../ledger/spending-rules';
import { amountText, roomLines } from '../policy/policy-text';
import { FileError } from '../private-file';
import { makeStopFile } from '../sending/stop-file';
import type { OpenSigner, SignerFolder } from './folder';
import type { Command, Options } from './options';
import { readPassphrase } from './passphrase';

/** Opens the folder for one piece of work. @param isPutBack see LedgerPlace */
async function opened<T>(
  options: Options,
  folder: SignerFolder,
  work: (open: OpenSigner) => Promise<T> | T,
  isPutBack = false,
): Promise<T> {
  const open = await folder.open(await readPassphrase(options, folder), { isPutBack });
  try {
    return await work(open);
  } finally {
    open.ledger.close();
  }
}

const show: Command = (options, folder) =>
  opened(options, folder, async (open) => {
    const { events, state } = open.ledger.read();
    const lines = [
      ...events.map((event) => JSON.stringify(event)),
      ...roomLines(open.policy, state, Date.now()),
    ];
    if (options.verify !== true) return lines;
    // Opening the log has compared every MAC, and the newest entry with its copy.
    const verified = `${events.length} entries, each authentic and in its place`;
    if (options.chain !== true) return [...lines, verified];
    const { state: before, problems, endings } = await audited(open);
    if (problems.length > 0) throw new LedgerError([verified, ...problems].join('\n'));
    return [...lines, ...endingLines(before, endings), verified, agreement(open)];
  });

const reconcile: Command = (options, folder) =>
  opened(options, folder, async (open) => {
    const { policy } = open;
    const { state, ...found } = await audited(open);
    const lines = [...policy.caps.keys()].map((cap) => {
      const { executed, not_found, open: unexpired } = unitsByEnding(state, found, cap);
      const text = (units: bigint): string => amountText(cap, units, policy);
      return `${cap}: ${text(executed + not_found + unexpired)} signed since the log began, ${text(executed)} executed, ${text(not_found)} expired and found at no node, ${text(unexpired)} can still be executed`;
    });
    const { stop_file } = policy.file;
    const isStopped = found.isLogIncomplete && stop_file !== undefined;
    if (isStopped) makeStopFile(stop_file);
    const stop = isStopped ? [`${stop_file} exists now: only cancel_order is signed`] : [];
    if (found.problems.length > 0) throw new LedgerError([...lines, ...found.problems, ...stop].join('\n'));
    return [...lines, agreement(open)];
  });

async function audited({ ledger, policy }: OpenSigner): Promise<Audit & { readonly state: SpendingState }> {
  // The log is read again after the chain: a transaction that is signed meanwhile is in it by then.
  const { state: before, events } = ledger.read();
  const [first] = events;
  const chain = await readChain(policy, before, first?.type === 'begin' ? first.at : 0);
  const { state } = ledger.read();
  return { ...audit(state, chain, Date.now()), state };
}

const endingLines = (state: SpendingState, endings: Audit['endings']): string[] =>
  [...state.byId.values()].map(({ id, request }) => `${id} ${request}: ${endings.get(id) ?? ''}`);

const agreement = ({ policy }: OpenSigner): string =>
  policy.file.history_nodes === undefined
    ? 'The nodes confirm every executed entry. Without history_nodes in the policy, transactions that the log lacks are not looked for.'
    : 'The nodes confirm every executed entry, and have no transaction of the permission that the log lacks.';

const accept: Command = (options, folder) => {
  if (options.yes !== true)
    throw new FileError(
      'only for a log that you put back yourself: it lacks what was signed since. Nothing is signed until the longest window of the caps has passed. Confirm with --yes',
    );
  const work = async ({ ledger, policy }: OpenSigner): Promise<string[]> => {
    const { headTimes } = await readPosition(policy.file.nodes, policy.file.chain_id, () => Date.now());
    ledger.continuePutBack(Math.max(Date.now(), ...headTimes));
    return ['the log is continued. All of its room counts as used for a whole window'];
  };
  return opened(options, folder, work, true);
};

/** Commands for the log. */
export const LOG_COMMANDS: Readonly<Record<string, Command>> = {
  log: show,
  'log accept': accept,
  reconcile,
};
