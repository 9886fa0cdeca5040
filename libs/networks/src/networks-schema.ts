import { z } from 'zod';
import { knownMembers } from './known-members';
import { VERIFY_MODES } from './node-config';
import { nodesSchema } from './node-schema';

/** Networks of the API. */
export const NETWORK_NAMES = ['mainnet', 'testnet'] as const;
/** A network of the API: one of NETWORK_NAMES. */
export type NetworkName = (typeof NETWORK_NAMES)[number];

/** Stands where a chain id stands: take the id of the first node that answers. Development only. */
export const FIRST_CONTACT = 'first-contact';

const CHAIN_ID = `must be 64 lower-case hex digits, in quotes (or ${FIRST_CONTACT}, outside production)`;

const network = knownMembers({
  // Unquoted digits are a number to YAML.
  chain_id: z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : CHAIN_ID) })
    .refine((text) => text === FIRST_CONTACT || /^[0-9a-f]{64}$/.test(text), { error: CHAIN_ID }),
  profile: z.string().min(1),
  // Default true: an unlabelled network is treated as one with real funds.
  real_funds: z.boolean({ error: 'must be true or false' }).default(true),
  nodes: nodesSchema,
  // Default: see verifyModeOf.
  verify: z.enum(VERIFY_MODES).optional(),
});

/** A networks file. Profile paths are relative to it. */
export const networksSchema = knownMembers({
  networks: z
    .partialRecord(z.enum(NETWORK_NAMES), network)
    .refine((networks) => Object.keys(networks).length > 0, { error: 'names no network' }),
});
