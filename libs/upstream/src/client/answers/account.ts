import { parsePublicKey, publicKeyText, ValueError } from '@app/antelope';
import { z } from 'zod';
import type { Raw } from '../../node/node-reply';
import { chainInteger, chainTimeMs, readAnswer } from '../../node/parse-answer';

/** Nodes still print K1 keys in the legacy form, and some chains with a prefix of their own. */
const LEGACY_PREFIX = /^[A-Z]{3}(?=[1-9A-HJ-NP-Za-km-z]{37,50}$)/;

const publicKey = z.string().transform((text, context) => {
  try {
    return publicKeyText(parsePublicKey(text.replace(LEGACY_PREFIX, 'EOS')));
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

const limit = z.object({ used: chainInteger, available: chainInteger, max: chainInteger });

const authority = z.object({
  threshold: z.int(),
  keys: z.array(z.object({ key: publicKey, weight: z.int() })),
  accounts: z.array(
    z.object({ permission: z.object({ actor: z.string(), permission: z.string() }), weight: z.int() }),
  ),
  waits: z.array(z.object({ wait_sec: z.int(), weight: z.int() })),
});

const linkedActions = z
  .array(z.object({ account: z.string(), action: z.string().nullish() }))
  // Nodes before 2.1 do not say.
  .default([]);

const schema = z.object({
  account_name: z.string(),
  created: chainTimeMs,
  ram_quota: chainInteger,
  ram_usage: chainInteger,
  cpu_limit: limit,
  net_limit: limit,
  permissions: z.array(
    z.object({
      perm_name: z.string(),
      parent: z.string(),
      required_auth: authority,
      linked_actions: linkedActions,
    }),
  ),
});

/** A resource that is used and comes back; -1 is the chain's word for "no limit". */
export interface ResourceLimit {
  readonly used: bigint;
  readonly available: bigint;
  readonly max: bigint;
}

/** One permission of an account. Keys are canonical (`PUB_K1_...`), in whatever form the node writes them. */
export interface AccountPermission {
  readonly name: string;
  readonly parent: string;
  readonly threshold: number;
  readonly keys: readonly { readonly key: string; readonly weight: number }[];
  readonly accounts: readonly {
    readonly actor: string;
    readonly permission: string;
    readonly weight: number;
  }[];
  readonly waits: readonly { readonly wait_sec: number; readonly weight: number }[];
  /** `action` null: every action of the contract. */
  readonly linkedActions: readonly { readonly contract: string; readonly action: string | null }[];
}

/** An account as the chain keeps it. */
export interface ChainAccount {
  readonly name: string;
  readonly createdMs: number;
  /** Bytes; -1 is unlimited. */
  readonly ram: { readonly used: bigint; readonly quota: bigint };
  /** Microseconds. */
  readonly cpu: ResourceLimit;
  /** Bytes. */
  readonly net: ResourceLimit;
  readonly permissions: readonly AccountPermission[];
}

/** Reads get_account. @throws UnreadableAnswerError */
export function readAccount(raw: Raw): ChainAccount {
  const account = readAnswer('get_account', schema, raw);
  return {
    name: account.account_name,
    createdMs: account.created,
    ram: { used: account.ram_usage, quota: account.ram_quota },
    cpu: account.cpu_limit,
    net: account.net_limit,
    permissions: account.permissions.map(({ perm_name, parent, required_auth, linked_actions }) => ({
      name: perm_name,
      parent,
      threshold: required_auth.threshold,
      keys: required_auth.keys,
      accounts: required_auth.accounts.map(({ permission, weight }) => ({ ...permission, weight })),
      waits: required_auth.waits,
      linkedActions: linked_actions.map(({ account: contract, action }) => ({
        contract,
        action: action === undefined || action === '' ? null : action,
      })),
    })),
  };
}
