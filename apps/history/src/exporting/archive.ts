import path from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { format, parseArgs } from 'node:util';
import { hexToBytes, ValueError } from '@app/antelope';
import { systemClock } from '@app/operations/clock';
import {
  ConnectionError,
  DisconnectedBlockError,
  MissingHistoryError,
  NodeBehindError,
  UnprovenBlockError,
} from '../follow/follow-errors';
import { FOLLOW_DEFAULTS } from '../follow/follow-options';
import { RefusedArchiveError, UnavailableArchiveError } from '../segments/archive-errors';
import { segmentFile } from '../segments/file-names';
import type { SegmentEntry } from '../segments/manifest';
import { SEGMENT_LIMITS } from '../segments/segment-limits';
import { WrongChainError } from '../store/errors';
import { checkArchive } from './check-archive';
import { exportArchive } from './export-archive';

const USAGE = `Archives of the history node: docs/how-to/archives.md

  export --ship ws://node:8080 --folder DIR [--from BLOCK] [--to BLOCK] [--chain-id HEX] [--max-message-mib MIB]
    writes irreversible blocks of a state-history server into an archive, or continues the one that is there
  check --archive DIR|file:///DIR|https://host/path [--max-message-mib MIB]
    reads an archive, and proves every block of it
  --help
    prints this text`;

const BYTES_PER_MIB = 1024 * 1024;
/** A request for a range ends before the number that stands for no end. */
const MAX_BLOCK = 0xffff_fffe;

/** A wrong command line. */
class UsageError extends Error {}

const FOR_THE_OPERATOR = [
  UsageError,
  // The error type of parseArgs.
  TypeError,
  ValueError,
  ConnectionError,
  DisconnectedBlockError,
  MissingHistoryError,
  NodeBehindError,
  UnprovenBlockError,
  WrongChainError,
  RefusedArchiveError,
  UnavailableArchiveError,
];

type Values = Readonly<Record<string, string | undefined>>;

async function main(signal: AbortSignal): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args: argv.slice(2),
    allowPositionals: true,
    options: {
      ship: { type: 'string' },
      folder: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      'chain-id': { type: 'string' },
      archive: { type: 'string' },
      'max-message-mib': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const { help, ...values } = options;
  if (help === true) return void stdout.write(`${USAGE}\n`);
  const [command] = positionals;
  if (command === 'export') return runExport(values, signal);
  if (command === 'check') return runCheck(values, signal);
  throw new UsageError(USAGE);
}

async function runExport(values: Values, signal: AbortSignal): Promise<void> {
  const { ship: url, folder, 'chain-id': chainId } = values;
  if (url === undefined || folder === undefined) throw new UsageError(USAGE);
  const { blocks, bytes, fileBytes } = await exportArchive(
    {
      ...FOLLOW_DEFAULTS,
      url,
      folder: path.resolve(folder),
      from: integerOf(values, 'from', MAX_BLOCK),
      to: integerOf(values, 'to', MAX_BLOCK),
      maxMessageBytes: maxMessageBytesOf(values),
      chainId: chainId === undefined ? undefined : hexToBytes(chainId),
      limits: SEGMENT_LIMITS,
    },
    { clock: systemClock, written: tell('wrote'), tell: (text) => void stderr.write(`${text}\n`) },
    signal,
  );
  stdout.write(`wrote ${String(blocks)} blocks, ${String(bytes)} bytes, ${String(fileBytes)} in files\n`);
}

async function runCheck(values: Values, signal: AbortSignal): Promise<void> {
  const { archive } = values;
  if (archive === undefined) throw new UsageError(USAGE);
  const url = /^(?:https?|file):/.test(archive)
    ? archive.replace(/\/+$/, '')
    : pathToFileURL(path.resolve(archive)).href;
  const { chainId, firstNum, lastNum, segments, bytes } = await checkArchive(
    url,
    maxMessageBytesOf(values),
    tell('checked'),
    signal,
  );
  stdout.write(
    `chain ${chainId}, blocks ${String(firstNum)} to ${String(lastNum)}, ${String(segments)} segments, ${String(bytes)} bytes: all of them hold\n`,
  );
}

const tell =
  (done: string) =>
  ({ first_block: first, last_block: last, sha256 }: SegmentEntry): void => {
    stdout.write(`${done} ${segmentFile(sha256)} (blocks ${String(first)} to ${String(last)})\n`);
  };

/** The largest block, as HISTORY_MAX_MESSAGE_MIB of a history node. */
function maxMessageBytesOf(values: Values): number {
  const mib = integerOf(values, 'max-message-mib', 2047);
  return mib === undefined ? FOLLOW_DEFAULTS.maxMessageBytes : mib * BYTES_PER_MIB;
}

function integerOf(values: Values, name: string, most: number): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw new UsageError(`--${name}: ${text} is no number from 1 to ${String(most)}`);
  return Number(text);
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new ConnectionError(`stopped by ${signal}`)));

main(stopping.signal).then(
  () => exit(0),
  (error: unknown) => {
    const isForOperator = FOR_THE_OPERATOR.some((type) => error instanceof type);
    stderr.write(`${isForOperator ? (error as Error).message : format(error)}\n`);
    exit(1);
  },
);
