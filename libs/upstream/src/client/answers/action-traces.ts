import { isName } from '@app/antelope';
import { z } from 'zod';
import type { Raw } from '../../node/node-reply';

/** An action that a node ran, or a notification of it, with its data in bytes. */
export interface ActionTrace {
  /** The account whose code ran: the contract itself, or an account that it notified. */
  readonly receiver: string;
  readonly contract: string;
  readonly name: string;
  /** Accounts that authorized it. */
  readonly actors: readonly string[];
  /** Packed data in hex. */
  readonly data: string;
  /** Index of the action of the transaction that caused it, from 0; null where the node does not say it. */
  readonly root: number | null;
}

/** More than any transaction of the tools makes; an order with 50 fills has about 300. */
export const MAX_TRACES = 5_000;

const HEX = /^(?:[0-9a-f]{2})*$/;
/** Bytes in hex. */
export const hex = z.string().regex(HEX);
const name = z.string().refine(isName);

// Nodes write the bytes beside the data that they decoded, and in its place what they could not decode.
const act = z
  .object({
    account: name,
    name,
    authorization: z.array(z.object({ actor: name })),
    data: z.unknown(),
    hex_data: hex.optional(),
  })
  .transform(({ hex_data, data, ...rest }, context) => {
    const bytes = hex_data ?? data;
    if (typeof bytes === 'string' && HEX.test(bytes)) return { ...rest, bytes };
    context.addIssue({ code: 'custom', message: 'has no bytes' });
    return z.NEVER;
  });

const ordinal = z.int().min(0).optional();

/** A trace as push_transaction, compute_transaction and the history routes have it. */
export const nodeTrace = z.object({
  receiver: name,
  act,
  action_ordinal: ordinal,
  creator_action_ordinal: ordinal,
});
/** Output of `nodeTrace`. */
type NodeTrace = z.output<typeof nodeTrace>;

const schema = z.object({
  processed: z.object({ action_traces: z.array(nodeTrace).max(MAX_TRACES) }),
});

/** The action traces of an executed transaction; null when they are missing, unreadable or too many. Never throws. */
export function readActionTraces(raw: Raw): readonly ActionTrace[] | null {
  const parsed = schema.safeParse(raw);
  return parsed.success ? tracesOf(parsed.data.processed.action_traces) : null;
}

/** Traces of one transaction, in their order. */
export function tracesOf(traces: readonly NodeTrace[]): ActionTrace[] {
  const roots = rootsOf(traces);
  return traces.map(({ receiver, act: { account, name, ...rest }, action_ordinal }) => ({
    receiver,
    contract: account,
    name,
    actors: rest.authorization.map(({ actor }) => actor),
    data: rest.bytes,
    root: (action_ordinal === undefined ? undefined : roots.get(action_ordinal)) ?? null,
  }));
}

/** The index of the action that caused each ordinal. The actions of the transaction itself have no creator: it is 0. */
function rootsOf(traces: readonly NodeTrace[]): ReadonlyMap<number, number> {
  const creators = new Map<number, number>();
  for (const { action_ordinal: own, creator_action_ordinal: creator } of traces)
    if (own !== undefined && creator !== undefined) creators.set(own, creator);
  const ordinals = [...creators.keys()].sort((one, other) => one - other);
  const roots = new Map<number, number>();
  let count = 0;
  for (const own of ordinals) {
    const creator = creators.get(own) ?? 0;
    // A node numbers an action before those that it causes.
    const root = creator === 0 ? count : roots.get(creator);
    if (creator === 0) count += 1;
    if (root !== undefined) roots.set(own, root);
  }
  return roots;
}
