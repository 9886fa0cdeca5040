import { quoted, visibleLine } from '../visible-json';
import type { Policy } from './policy';
import { policyLines } from './policy-text';

/** Policy and profile in words, whole: two policies that allow different things have different lines. */
export const completeLines = (policy: Policy): string[] =>
  [...policyLines(policy), '', ...profileLines(policy.profile)].map(visibleLine);

const profileLines = (profile: Policy['profile']): string[] => [
  'Names of the chain, as profile.yaml states them. The signer packs and judges by them:',
  ...listed(profile.accounts, ([role, account]) => `account of ${quoted(role)}: ${account}`),
  ...listed(
    profile.tokens,
    ([token, { contract, symbol, precision }]) =>
      `token ${token}: ${symbol} of ${contract}, ${precision} decimals`,
  ),
  ...listed(profile.share_tokens ?? {}, ([pool, token]) => `share token of pool ${quoted(pool)}: ${token}`),
  ...listed(
    profile.pairs,
    ([pair, { name, base, quote, price_decimals }]) =>
      `pair ${quoted(pair)}: ${JSON.stringify(name)}, ${base} for ${quote}, ${price_decimals} decimals of the price`,
  ),
  ...listed(profile.memos, ([memo, template]) => `memo of ${quoted(memo)}: ${JSON.stringify(template)}`),
  `name of a vault: ${JSON.stringify(profile.vault_name)}`,
  ...listed(
    profile.actions,
    ([key, { account, name, data }]) =>
      `action ${quoted(key)}: ${quoted(name)} of ${quoted(account)}, data ${JSON.stringify(data)}`,
  ),
  ...listed(
    profile.tables ?? {},
    ([key, { code, table, scope, account_index }]) =>
      `table ${key}: ${table} of ${JSON.stringify(code)} in scope ${JSON.stringify(scope)}, index by account ${account_index ?? 'none'}`,
  ),
  ...listed(
    profile.layouts,
    ([action, layout]) =>
      `layout of ${quoted(action)}: ${layout.map((member) => member.map(quoted).join(' ')).join(', ') || 'nothing'}`,
  ),
];

const listed = <T>(
  values: Readonly<Record<string, T>>,
  line: (entry: readonly [string, T]) => string,
): string[] => Object.entries(values).map((entry) => `  ${line(entry)}`);
