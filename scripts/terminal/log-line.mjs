// Formats one JSON log line of a process as one readable line.

const LABELS = { warn: 'warning', error: 'ERROR', fatal: 'FATAL' };
const COLOURS = { warn: 33, error: 31, fatal: 31 };
/** Members that repeat the rest of the line or add no fact. */
const KNOWN = new Set(['level', 'time', 'msg', 'chain', 'network', 'err']);

/** Removes control characters: text of a chain or a client cannot control the terminal. */
const printable = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

const fieldText = ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;

function causes(err) {
  const { message, cause } = err;
  return cause ? `${message}: ${causes(cause)}` : String(message);
}

function transactionText({ status, summary, block_num: block }) {
  return status === 'executed' ? `${summary}  block ${block}  ok` : `${status}: ${summary}`;
}

/** `POST /v1/tools/place_order 400 2 ms: account: is required`, of the gateway. */
function requestText({ method, path, status, ms, reason, err }) {
  const why = reason ?? (err && causes(err));
  const text = `${method} ${path} ${status} ${Math.round(ms)} ms`;
  return why === undefined ? text : `${text}: ${why}`;
}

function bodyOf(record) {
  if (record.msg === 'request') return requestText(record);
  if (record.msg === 'transaction') return transactionText(record);
  const fields = Object.entries(record).filter(([name]) => !KNOWN.has(name));
  return [record.msg, record.err && `(${causes(record.err)})`, ...fields.map(fieldText)]
    .filter(Boolean)
    .join('  ');
}

/**
 * Lines that are not JSON log lines are unchanged. Undefined for a request that succeeded: the gateway logs a sample of
 * them, which says nothing about those of the reader.
 * @param isColoured whether warnings and errors are coloured
 */
export function humanLine(name, line, isColoured) {
  let record;
  try {
    record = JSON.parse(line);
  } catch {
    return line;
  }
  if (typeof record?.msg !== 'string') return line;
  if (record.msg === 'request' && LABELS[record.level] === undefined) return undefined;
  const time = new Date(record.time).toTimeString().slice(0, 8);
  const label = LABELS[record.level];
  const text = `${label ? `${label}: ` : ''}${printable(bodyOf(record))}`;
  const colour = isColoured ? COLOURS[record.level] : undefined;
  const shown = colour === undefined ? text : `\x1b[${colour}m${text}\x1b[39m`;
  return `${time}  ${(record.chain ?? record.network ?? name).padEnd(8)}  ${shown}`;
}
