// Formats one JSON log line of a process as one readable line.

const LABELS = { warn: 'warning', error: 'ERROR', fatal: 'FATAL' };
const COLOURS = { warn: 33, error: 31, fatal: 31 };
/** Members that repeat the rest of the line or add no fact. */
const KNOWN = new Set(['level', 'time', 'msg', 'chain', 'network', 'err']);

/** Columns before the text: time and name. */
const INDENT = 20;

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

const TOOLS = '/v1/tools/';

/** `place_order 400 2 ms: account: is required`, of the gateway; with method and path where it is no tool. */
function requestText({ method, path, status, ms, reason, err }) {
  const why = reason ?? (err && causes(err));
  const what = path.startsWith(TOOLS) ? path.slice(TOOLS.length) : `${method} ${path}`;
  const text = `${what} ${status} ${Math.round(ms)} ms`;
  return why === undefined ? text : `${text}: ${why}`;
}

/** Records of which another place has the whole text: the answer of the client, or the chain. One line is enough. */
const isBrief = ({ level, msg }) => (msg === 'request' || msg === 'transaction') && LABELS[level] !== 'ERROR';

const shortened = (text, columns) => {
  const characters = [...text];
  return characters.length > columns ? `${characters.slice(0, columns - 1).join('')}…` : text;
};

/** Continues below its beginning, between words, what is longer than a line. */
function wrapped(text, columns) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== '' && line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(INDENT)}`);
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
 * @param columns of the terminal: no line is longer, except for a word that is; 0 where it does not say them
 */
export function humanLine(name, line, isColoured, columns = Infinity) {
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
  const whole = `${label ? `${label}: ` : ''}${printable(bodyOf(record))}`;
  const text = (isBrief(record) ? shortened : wrapped)(
    whole,
    columns === 0 ? Infinity : Math.max(columns - INDENT, INDENT),
  );
  const colour = isColoured ? COLOURS[record.level] : undefined;
  const shown = colour === undefined ? text : `\x1b[${colour}m${text}\x1b[39m`;
  return `${time}  ${(record.chain ?? record.network ?? name).padEnd(8)}  ${shown}`;
}
