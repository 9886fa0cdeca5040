import { derivePrivateKey, publicKeyOf, publicKeyText } from '@app/antelope';
import { Serializer } from '@wharfkit/antelope';
import { createHash } from 'node:crypto';
import { DEFAULT_CHAIN_CONFIG } from './chain-config';
import { chainIdOf, type GenesisState } from './genesis-state';

const UINT32 = 'uint32';
const CONFIG_TYPES = {
  max_block_net_usage: 'uint64',
  target_block_net_usage_pct: UINT32,
  max_transaction_net_usage: UINT32,
  base_per_transaction_net_usage: UINT32,
  net_usage_leeway: UINT32,
  context_free_discount_net_usage_num: UINT32,
  context_free_discount_net_usage_den: UINT32,
  max_block_cpu_usage: UINT32,
  target_block_cpu_usage_pct: UINT32,
  max_transaction_cpu_usage: UINT32,
  min_transaction_cpu_usage: UINT32,
  max_transaction_lifetime: UINT32,
  deferred_trx_expiration_window: UINT32,
  max_transaction_delay: UINT32,
  max_inline_action_size: UINT32,
  max_inline_action_depth: 'uint16',
  max_authority_depth: 'uint16',
};

const fieldsOf = (types: Record<string, string>): { name: string; type: string }[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

describe('the chain id', () => {
  const genesis: GenesisState = {
    initialTimeMs: Date.parse('2025-01-01T00:00:00Z'),
    initialKey: publicKeyOf(derivePrivateKey('genesis')),
    config: DEFAULT_CHAIN_CONFIG,
  };

  it('the chain id is the digest of the packed genesis state', () => {
    const packed = Serializer.encode({
      type: 'genesis_state',
      object: {
        initial_timestamp: '2025-01-01T00:00:00.000',
        initial_key: publicKeyText(genesis.initialKey),
        initial_configuration: {
          ...genesis.config,
          max_block_net_usage: String(genesis.config.max_block_net_usage),
        },
      },
      abi: {
        structs: [
          { name: 'chain_config', base: '', fields: fieldsOf(CONFIG_TYPES) },
          {
            name: 'genesis_state',
            base: '',
            fields: fieldsOf({
              initial_timestamp: 'time_point',
              initial_key: 'public_key',
              initial_configuration: 'chain_config',
            }),
          },
        ],
      },
    }).array;
    expect(chainIdOf(genesis)).toBe(createHash('sha256').update(packed).digest('hex'));
  });

  it('the chain id is another for another time, key or configuration', () => {
    const ids = [
      genesis,
      { ...genesis, initialTimeMs: 0 },
      { ...genesis, initialKey: publicKeyOf(derivePrivateKey('another')) },
      { ...genesis, config: { ...DEFAULT_CHAIN_CONFIG, max_authority_depth: 5 } },
    ].map(chainIdOf);
    expect(new Set(ids).size).toBe(4);
  });
});
