import fc from 'fast-check';
import { SETTINGS_ROWS } from './settings.schema';
import { unknownSettings } from './unknown-settings';

const KNOWN = Object.keys(SETTINGS_ROWS);

describe('unknown settings', () => {
  it.each([
    ['RATELIMIT_READ', 'RATE_LIMIT_READ'],
    ['RATE_LIMIT_REED', 'RATE_LIMIT_READ'],
    ['REDIS_URI', 'REDIS_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['port', 'PORT'],
    ['NETWORK_FILE', 'NETWORKS_FILE'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ])('unknown settings name %s and suggest %s', (name, meant) => {
    expect(unknownSettings([name], KNOWN)).toEqual([`unknown setting ${name}; did you mean ${meant}?`]);
  });

  it('unknown settings name variables that begin like settings of this program', () => {
    expect(unknownSettings(['SHUTDOWN_TIMEOUT'], KNOWN)).toEqual([
      'unknown setting SHUTDOWN_TIMEOUT; there are SHUTDOWN_DELAY_MS, SHUTDOWN_DRAIN_MS',
    ]);
  });

  it.each([
    ...['PATH', 'HOME', 'HOSTNAME', 'POST', 'SORT', 'NODE_OPTIONS', 'npm_config_cache', 'LOGNAME', 'TERM'],
    ...['REDIS_PORT', 'REDIS_SERVICE_HOST', 'KUBERNETES_PORT', 'DEVCHAIN_SEED', 'GIT_DIR', 'XDG_DATA_DIRS'],
  ])('unknown settings leave %s of another program alone', (name) => {
    expect(unknownSettings([name], KNOWN)).toEqual([]);
  });

  it('unknown settings are none among the settings themselves', () => {
    expect(unknownSettings(KNOWN, KNOWN)).toEqual([]);
  });

  it('unknown settings include a setting with one letter left out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KNOWN.filter((name) => name.length > 8)), fc.nat(), (name, seed) => {
        const at = seed % name.length;
        const misspelt = name.slice(0, at) + name.slice(at + 1);
        expect(unknownSettings([misspelt], KNOWN)).toEqual([expect.stringContaining(misspelt) as string]);
      }),
    );
  });
});
