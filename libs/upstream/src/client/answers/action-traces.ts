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
}

/** More than any transaction of the tools makes; an order with 50 fills has about 300. */
const MAX_TRACES = 5_000;

const HEX = /^(?:[0-9a-f]{2})*$/;
const hex = z.string().regex(HEX);
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
    const bytes = hex.safeParse(hex_data ?? data);
    if (bytes.success) return { ...rest, bytes: bytes.data };
    context.addIssue({ code: 'custom', message: 'has no bytes' });
    return z.NEVER;
  });

const schema = z.object({
  processed: z.object({
    action_traces: z.array(z.object({ receiver: name, act })).max(MAX_TRACES),
  }),
});

/** The action traces of an executed transaction; null when they are missing, unreadable or too many. Never throws. */
export function readActionTraces(raw: Raw): readonly ActionTrace[] | null {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return null;
  return parsed.data.processed.action_traces.map(({ receiver, act: { account, name, ...rest } }) => ({
    receiver,
    contract: account,
    name,
    actors: rest.authorization.map(({ actor }) => actor),
    data: rest.bytes,
  }));
}
