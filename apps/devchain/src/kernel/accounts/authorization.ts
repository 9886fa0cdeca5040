import { type ActionAuthorization, publicKeyLegacyText, type PublicKeyValue } from '@app/antelope';
import type { ActionData } from '../sdk/action-data';
import { compareLevels, levelId } from '../sdk/authority';
import { ChainError } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import type { ChainConfig } from '../state/chain-config';
import { AuthorityChecker, type ProvidedAuthorizations } from './authority-checker';
import { type AuthorizationState, checkMinimumPermissions } from './minimum-permission';

const UNSATISFIED =
  "transaction declares authority '${auth}', but does not have signatures for it under a provided delay of " +
  '${provided_delay} ms, provided permissions ${provided_permissions}, provided keys ${provided_keys}, and a ' +
  'delay max limit of ${delay_max_limit_ms} ms';

/**
 * Checks that the actions declare permissions that may run them, that the provided authorizations satisfy these, and
 * that no provided key is unused. Source: eosio::chain::authorization_manager::check_authorization.
 */
export function checkAuthorization(
  state: AuthorizationState,
  actions: readonly ActionData[],
  provided: ProvidedAuthorizations,
  { mustSatisfy = true }: { mustSatisfy?: boolean } = {},
): void {
  const declared = new Map<string, ActionAuthorization>();
  for (const action of actions) {
    checkMinimumPermissions(state, action);
    for (const level of action.authorization) declared.set(levelId(level), level);
  }
  const checker = new AuthorityChecker(
    (level) => state.permissions.find(level)?.authority,
    state.config.max_authority_depth,
    { ...provided, delaySec: effectiveDelay(provided, state.config) },
  );
  for (const level of [...declared.values()].sort(compareLevels)) {
    if (!checker.satisfied(level) && mustSatisfy) throw unsatisfied(level, provided, state.config);
  }
  const unused = checker.keys({ used: false });
  if (unused.length > 0 && mustSatisfy) {
    throw new ChainError(
      'irrelevantSignature',
      logEntry('transaction bears irrelevant signatures from these keys: ${keys}', {
        keys: keyTexts(unused),
      }),
    );
  }
}

/** The subset of the keys that a transaction must be signed with. Throws a ChainError when they do not suffice. */
export function requiredKeys(
  state: AuthorizationState,
  actions: readonly ActionData[],
  available: readonly PublicKeyValue[],
): PublicKeyValue[] {
  const checker = new AuthorityChecker(
    (level) => state.permissions.find(level)?.authority,
    state.config.max_authority_depth,
    { keys: available },
  );
  for (const level of actions.flatMap(({ authorization }) => authorization)) {
    if (!checker.satisfied(level)) {
      throw new ChainError(
        'unsatisfiedAuthorization',
        logEntry("transaction declares authority '${auth}', but does not have signatures for it.", {
          auth: level,
        }),
      );
    }
  }
  return checker.keys({ used: true });
}

/** The maximum delay satisfies every wait factor. */
function effectiveDelay(
  { delaySec = 0 }: ProvidedAuthorizations,
  { max_transaction_delay: most }: ChainConfig,
): number {
  return delaySec >= most ? Infinity : delaySec;
}

function unsatisfied(
  level: ActionAuthorization,
  { keys, permissions = [], delaySec = 0 }: ProvidedAuthorizations,
  { max_transaction_delay }: ChainConfig,
): ChainError {
  return new ChainError(
    'unsatisfiedAuthorization',
    logEntry(UNSATISFIED, {
      auth: level,
      provided_delay: delaySec * 1000,
      provided_permissions: permissions,
      provided_keys: keyTexts(keys),
      delay_max_limit_ms: max_transaction_delay * 1000,
    }),
  );
}

/** Keys as nodeos prints them in messages. */
function keyTexts(keys: readonly PublicKeyValue[]): string[] {
  return keys.map(publicKeyLegacyText);
}
