import type { AccountPermission, DryRun } from '@app/upstream';

/** Facts that the next step of a proposal depends on. */
export interface NextStepFacts {
  readonly simulation: Pick<DryRun, 'status' | 'error'>;
  readonly actor: string;
  /** The permission of the proposal, with its threshold, keys and accounts. */
  readonly permission: AccountPermission;
  /** `YYYY-MM-DDTHH:MM:SSZ` */
  readonly expires: string;
}

/** The permission of a contract's inline actions. It cannot sign. */
const CODE_PERMISSION = 'eosio.code';
/** Further signers are counted, not named. */
const MAX_SIGNERS = 6;

interface Signer {
  readonly text: string;
  readonly weight: number;
}

/** The other way to sign, at the end of a next step that has one. */
export const WALLET_CHOICE = ', or open `esr` in a wallet';

/** One sentence: what to do with a proposal now, by when and with which keys, or why not to sign it. */
export function nextStep(facts: NextStepFacts): string {
  const { simulation } = facts;
  if (simulation.status === 'failed') return `Would fail: ${withoutFullStop(simulation.error)}; do not sign.`;
  const signing = signingStep(facts);
  if (simulation.status === 'ok') return `${signing}.`;
  return (
    `No dry run was possible (${withoutFullStop(simulation.error)}), so it is unknown whether it would succeed: check ` +
    `\`summary\` with care, then ${lowerFirst(signing)}.`
  );
}

function signingStep({ actor, permission, expires }: NextStepFacts): string {
  return (
    `Sign transaction.signing_digest with ${signersOf(actor, permission)}, then call push_transaction with the ` +
    `signatures and transaction.packed_trx before ${expires}${WALLET_CHOICE}`
  );
}

function signersOf(actor: string, { name, threshold, keys, accounts }: AccountPermission): string {
  const level = `${actor}@${name}`;
  const byKey = keys.map(({ key, weight }): Signer => ({ text: key, weight }));
  const byAccount = accounts
    .filter(({ permission }) => permission !== CODE_PERMISSION)
    .map(({ actor: other, permission, weight }): Signer => ({
      text: `keys of ${other}@${permission}`,
      weight,
    }));
  const all = [...byKey, ...byAccount];
  const sufficient = all.filter(({ weight }) => weight >= threshold);
  const [only] = sufficient;
  if (only !== undefined && sufficient.length === 1)
    return byKey.includes(only)
      ? `the key ${only.text} of ${level}`
      : `the ${only.text}, which sign for ${level}`;
  if (only !== undefined) return `one of these of ${level}: ${listed(sufficient.map(({ text }) => text))}`;
  if (all.length === 0) return `the permission ${level}, which no key can sign for`;
  const weighted = all.map(({ text, weight }) => `${text} (weight ${weight})`);
  return `as many of these of ${level} as reach its threshold of ${threshold}: ${listed(weighted)}`;
}

function listed(texts: readonly string[]): string {
  const rest = texts.length - MAX_SIGNERS;
  const shown = texts.slice(0, MAX_SIGNERS).join(', ');
  return rest > 0 ? `${shown} and ${rest} more (get_account lists them)` : shown;
}

/** Characters of the reason of a node that are shown: a contract may write any text. */
const MAX_REASON = 1_000;

const withoutFullStop = (text: string | null): string =>
  (text ?? 'no reason was given').slice(0, MAX_REASON).replace(/[.\s]{1,8}$/, '');
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
