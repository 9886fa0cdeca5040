import { mkdirSync, readFileSync } from 'node:fs';
import type { ChainProfile } from '@app/client';
import { parse, stringify } from 'yaml';
import { agreedChainId, agreedLayouts } from '../chain/agreed-layouts';
import { DEVELOPMENT_SIGNER_PROFILE } from '../chain/development-profile';
import { RULE_TABLES } from '../policy/rule-tables';
import { policyText } from './new-policy';
import { writeOwnFile } from '../private-file';
import { readPolicy } from '../policy/policy';
import type { SignerFolder } from './folder';

/** Answers for a new folder. */
export interface InitOptions {
  readonly nodes: readonly string[];
  readonly gateway: string;
  readonly network: string;
  readonly account: string;
  readonly permission: string;
  /** A profile file of the gateway; the development chains without one. */
  readonly profile: string | undefined;
}

const TAKEN = ['accounts', 'tokens', 'pairs', 'actions', 'memos', 'vault_name', 'share_tokens'] as const;

/**
 * Writes policy.yaml, which allows nothing yet, and profile.yaml. The layouts come from the ABIs of the nodes, which must
 * all agree.
 */
export async function init(path: string, folder: SignerFolder, options: InitOptions): Promise<string[]> {
  for (const file of [folder.policyFile, folder.profileFile]) folder.assertNone(file);
  const names = (
    options.profile === undefined ? DEVELOPMENT_SIGNER_PROFILE : parse(readFileSync(options.profile, 'utf8'))
  ) as ChainProfile & { readonly tables?: Readonly<Record<string, TableOfProfile>> };
  const profile = {
    ...Object.fromEntries(TAKEN.flatMap((key) => (names[key] === undefined ? [] : [[key, names[key]]]))),
    tables: takenTables(names.tables ?? {}),
  };
  const chainId = await agreedChainId(options.nodes);
  const profileText = stringify(
    { ...profile, layouts: await agreedLayouts(names, options.nodes) },
    { aliasDuplicateObjects: false },
  );
  const text = policyText({ ...options, chainId });
  readPolicy(text, profileText);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  writeOwnFile(folder.policyFile, text);
  writeOwnFile(folder.profileFile, profileText);
  return [
    `written: ${folder.policyFile}, ${folder.profileFile}`,
    `Read both, allow what the key may do, then: signer key add --folder ${path}`,
  ];
}

interface TableOfProfile {
  readonly code: string;
  readonly table: string;
  readonly scope: string;
  readonly account_index?: number;
}

/** The tables that rules read, without the members that the gateway alone uses. */
const takenTables = (tables: Readonly<Record<string, TableOfProfile>>): Record<string, TableOfProfile> =>
  Object.fromEntries(
    RULE_TABLES.flatMap((name) => {
      const entry = tables[name];
      if (entry === undefined) return [];
      const { code, table, scope, account_index } = entry;
      return [[name, { code, table, scope, ...(account_index !== undefined && { account_index }) }]];
    }),
  );
