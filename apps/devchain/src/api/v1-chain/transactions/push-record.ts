import { withoutTrailingZeros } from '@app/antelope';
import type { HttpReply } from '../../../http/http-server';

/** One transaction that a client pushed, for the log. */
export interface PushRecord {
  /** Absent where the transaction was refused before it had one. */
  readonly transaction_id?: string;
  readonly block_num?: number;
  /** `executed`, `refused`, or another status of a receipt. */
  readonly status: string;
  /** The actions of the transaction in words, or the reason it was refused. */
  readonly summary: string;
}

interface Act {
  readonly account: string;
  readonly name: string;
  readonly authorization: readonly { readonly actor: string }[];
  /** Hex where the ABI does not decode it. */
  readonly data: unknown;
}

interface Processed {
  readonly block_num?: number;
  readonly receipt?: { readonly status: string } | null;
  readonly except?: { readonly message?: string } | null;
  /** Entry of a failed transaction in the answer of `push_transactions`. */
  readonly error?: unknown;
  readonly action_traces?: readonly { readonly creator_action_ordinal: number; readonly act: Act }[];
}

interface Pushed {
  readonly transaction_id: string;
  readonly processed: Processed;
}

interface Refusal {
  readonly message: string;
  readonly error?: { readonly details?: readonly { readonly message: string }[] };
}

const PUSH_PATHS = new Set(
  ['push_transaction', 'push_transactions', 'send_transaction', 'send_transaction2'].map(
    (name) => `/v1/chain/${name}`,
  ),
);
const SHOWN_ACTIONS = 3;

/** The transactions of one answered request; none for a route that pushes nothing. */
export function pushRecords(path: string, { status, body }: HttpReply): PushRecord[] {
  if (!PUSH_PATHS.has(path)) return [];
  const answer: unknown = JSON.parse(String(body));
  if (status >= 400) {
    const { message, error } = answer as Refusal;
    return [{ status: 'refused', summary: error?.details?.[0]?.message ?? message }];
  }
  return [answer as Pushed | Pushed[]].flat().map(pushRecord);
}

function pushRecord({ transaction_id, processed }: Pushed): PushRecord {
  const { error, except, receipt, block_num, action_traces: traces = [] } = processed;
  if (error !== undefined) return { status: 'refused', summary: withoutPlaces(String(error)) };
  const acts = traces.filter(({ creator_action_ordinal: creator }) => creator === 0).map(({ act }) => act);
  const summary = summaryOf(acts);
  if (except) return { transaction_id, status: 'refused', summary: `${summary}: ${except.message ?? ''}` };
  return { transaction_id, block_num, status: receipt?.status ?? 'executed', summary };
}

/** Values and places of a log are indented. */
const withoutPlaces = (error: string): string =>
  error
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('    '))
    .join('\n');

function summaryOf(acts: readonly Act[]): string {
  const rest = acts.length - SHOWN_ACTIONS;
  const shown = acts.slice(0, SHOWN_ACTIONS).map(sentence).join(', ');
  return rest > 0 ? `${shown} and ${String(rest)} more` : shown;
}

function sentence({ account, name, authorization, data }: Act): string {
  if (name === 'transfer' && isTransfer(data)) {
    return `${data.from} transfers ${shortQuantity(data.quantity)} to ${data.to}`;
  }
  return `${authorization[0]?.actor ?? 'nobody'} calls ${account}::${name}`;
}

function isTransfer(data: unknown): data is { from: string; to: string; quantity: string } {
  return typeof data === 'object' && data !== null && 'from' in data && 'to' in data && 'quantity' in data;
}

/** `0.10000000 BTC` is `0.1 BTC`. */
function shortQuantity(quantity: string): string {
  const [amount = '', symbol = ''] = quantity.split(' ');
  return `${withoutTrailingZeros(amount)} ${symbol}`;
}
