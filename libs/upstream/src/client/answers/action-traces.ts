import { isJsonObject, isName } from '@app/antelope';
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

/** A trace with its place among those of its transaction. */
interface NodeTrace {
  readonly trace: Omit<ActionTrace, 'root'>;
  readonly ordinal: number | undefined;
  readonly creator: number | undefined;
}

/** Traces of a transaction as push_transaction, compute_transaction and the history routes have them, in their order. */
export const nodeTraces = z.unknown().transform((value, context): readonly ActionTrace[] => {
  const traces = tracesOf(value);
  if (traces !== undefined) return traces;
  context.addIssue({ code: 'custom', message: `are no list of at most ${MAX_TRACES} action traces` });
  return z.NEVER;
});

/** The action traces of an executed transaction; null when they are missing, unreadable or too many. Never throws. */
export function readActionTraces(raw: Raw): readonly ActionTrace[] | null {
  const traces =
    isJsonObject(raw) && isJsonObject(raw['processed']) ? raw['processed']['action_traces'] : undefined;
  return tracesOf(traces) ?? null;
}

/**
 * Undefined for anything else than a list of at most MAX_TRACES traces. By hand: every proposal has the traces of its
 * dry run, and a schema of them takes five times as long as this.
 */
function tracesOf(value: unknown): ActionTrace[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_TRACES) return undefined;
  const traces: NodeTrace[] = [];
  for (const each of value) {
    const trace = readTrace(each);
    if (trace === undefined) return undefined;
    traces.push(trace);
  }
  const roots = rootsOf(traces);
  return traces.map(({ trace, ordinal }) => ({
    ...trace,
    root: (ordinal === undefined ? undefined : roots.get(ordinal)) ?? null,
  }));
}

function readTrace(value: unknown): NodeTrace | undefined {
  if (!isJsonObject(value) || !isJsonObject(value['act'])) return undefined;
  const { receiver, act, action_ordinal: ordinal, creator_action_ordinal: creator } = value;
  const { account: contract, name, authorization, hex_data, data: decoded } = act;
  // Nodes write the bytes beside the data that they decoded, and in its place what they could not decode.
  const data = hex_data ?? decoded;
  const actors = readActors(authorization);
  if (!isNameText(receiver) || !isNameText(contract) || !isNameText(name)) return undefined;
  if (actors === undefined || typeof data !== 'string' || !HEX.test(data)) return undefined;
  if (!isOrdinal(ordinal) || !isOrdinal(creator)) return undefined;
  return { trace: { receiver, contract, name, actors, data }, ordinal, creator };
}

function readActors(authorization: unknown): readonly string[] | undefined {
  if (!Array.isArray(authorization)) return undefined;
  const actors: string[] = [];
  for (const each of authorization) {
    if (!isJsonObject(each) || !isNameText(each['actor'])) return undefined;
    actors.push(each['actor']);
  }
  return actors;
}

const isNameText = (value: unknown): value is string => typeof value === 'string' && isName(value);
const isOrdinal = (value: unknown): value is number | undefined =>
  value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0);

/** The index of the action that caused each ordinal. The actions of the transaction itself have no creator: it is 0. */
function rootsOf(traces: readonly NodeTrace[]): ReadonlyMap<number, number> {
  const creators = new Map<number, number>();
  for (const { ordinal: own, creator } of traces)
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
