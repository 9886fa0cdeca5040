import { DevchainSetupError, loadDevchainSettings, type DevchainSettings } from './settings';

const LAST_PORT = 65_535;

/** A port of any number stays one. */
function portOf(setting: string, first: number, index: number): number {
  if (first === 0) return 0;
  if (first + index <= LAST_PORT) return first + index;
  throw new DevchainSetupError(
    `${setting}: ${String(index + 1)} chains from port ${String(first)} need one above ${String(LAST_PORT)}`,
  );
}

/**
 * The settings of each chain that DEVCHAIN_NAME names. Further chains take the next ports. In a list each has a seed of its
 * own: with one seed they would have the same keys and chain id, and a transaction of one would be valid on the other.
 * @throws DevchainSetupError with the invalid settings
 */
export function loadChains(env: NodeJS.ProcessEnv): DevchainSettings[] {
  const names = (env['DEVCHAIN_NAME'] ?? '').split(',');
  if (names.length === 1) return [loadDevchainSettings(env)];
  if (names.includes('') || new Set(names).size < names.length)
    throw new DevchainSetupError(
      'DEVCHAIN_NAME: must have each name once, for example DEVCHAIN_NAME=mainnet,testnet',
    );
  const seed = env['DEVCHAIN_SEED'];
  return names.map((name, index) => {
    const own = seed ? { DEVCHAIN_SEED: `${seed}-${name}` } : {};
    const settings = loadDevchainSettings({ ...env, DEVCHAIN_NAME: name, ...own });
    const port = portOf('DEVCHAIN_PORT', settings.port, index);
    const { shipPort } = settings;
    return {
      ...settings,
      port,
      shipPort: shipPort === undefined ? undefined : portOf('DEVCHAIN_SHIP_PORT', shipPort, index),
    };
  });
}
