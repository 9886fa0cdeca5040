import type { AccountState } from '../accounts/account-state';
import type { Accounts } from '../accounts/accounts';
import { slotTimeMs } from '../blocks/slots';
import type { ChainConfig } from '../state/chain-config';
import type { UndoLog } from '../store/undo-log';
import { AVERAGE_PERIODS, type ElasticLimit, nextVirtualLimit } from './elastic-limit';
import { addUsage, averageUsage, UNUSED, usageInWindow } from './usage-accumulator';

/** Slots of half a second in which an account's bandwidth comes back: one day. */
export const ACCOUNT_WINDOW = 172_800;

/** The two kinds of bandwidth: microseconds of CPU, bytes of NET. */
export type Bandwidth = 'cpu' | 'net';

/** Microseconds for CPU, bytes for NET. */
export interface BandwidthRecord {
  used: bigint;
  available: bigint;
  max: bigint;
  lastUsageUpdateMs: number;
  /** Usage with the decay since the last update counted in. */
  currentUsed: bigint;
}

const UNLIMITED_BANDWIDTH = { used: -1n, available: -1n, max: -1n, currentUsed: -1n };

/** Resource usage and limits. Source: eosio::chain::resource_limits_manager. */
export class ResourceLedger {
  readonly totals = { cpuWeight: 0n, netWeight: 0n };
  readonly #pending = { cpu: 0n, net: 0n };
  readonly #averages = { cpu: UNUSED, net: UNUSED };
  readonly #virtualLimits: Record<Bandwidth, bigint>;
  readonly #limits: Record<Bandwidth, ElasticLimit>;

  constructor(
    private readonly accounts: Accounts,
    private readonly undo: UndoLog,
    config: ChainConfig,
  ) {
    this.#limits = {
      cpu: elasticLimit(BigInt(config.max_block_cpu_usage), config.target_block_cpu_usage_pct),
      net: elasticLimit(config.max_block_net_usage, config.target_block_net_usage_pct),
    };
    this.#virtualLimits = { cpu: this.#limits.cpu.max, net: this.#limits.net.max };
  }

  /** Remaining resources of the pending block. */
  blockLimit(kind: Bandwidth): bigint {
    return this.#limits[kind].max - this.#pending[kind];
  }

  virtualLimit(kind: Bandwidth): bigint {
    return this.#virtualLimits[kind];
  }

  /** Writes the weights of an account; -1 is "unlimited". */
  setWeights(account: AccountState, netWeight: bigint, cpuWeight: bigint): void {
    this.undo.assign(this.totals, {
      netWeight: this.totals.netWeight - positive(account.netWeight) + positive(netWeight),
      cpuWeight: this.totals.cpuWeight - positive(account.cpuWeight) + positive(cpuWeight),
    });
    this.accounts.update(account, { netWeight, cpuWeight });
  }

  /** Bills an account and the pending block. */
  bill(account: AccountState, usage: Record<Bandwidth, bigint>, slot: number): void {
    this.accounts.update(account, {
      cpuUsage: addUsage(account.cpuUsage, usage.cpu, slot, ACCOUNT_WINDOW),
      netUsage: addUsage(account.netUsage, usage.net, slot, ACCOUNT_WINDOW),
    });
    this.undo.assign(this.#pending, {
      cpu: this.#pending.cpu + usage.cpu,
      net: this.#pending.net + usage.net,
    });
  }

  /** Usage and limits of an account, with the decay up to `slot`. */
  bandwidth(account: AccountState, kind: Bandwidth, slot: number): BandwidthRecord {
    const usage = kind === 'cpu' ? account.cpuUsage : account.netUsage;
    const lastUsageUpdateMs = slotTimeMs(usage.lastOrdinal);
    const max = this.#capacity(account, kind);
    if (max === undefined) return { ...UNLIMITED_BANDWIDTH, lastUsageUpdateMs };
    const used = usageInWindow(usage, ACCOUNT_WINDOW);
    const currentUsed = usageInWindow(addUsage(usage, 0n, slot, ACCOUNT_WINDOW), ACCOUNT_WINDOW);
    return { used, available: positive(max - used), max, lastUsageUpdateMs, currentUsed };
  }

  /** Remaining resources of an account at a slot; undefined is "unlimited". */
  available(account: AccountState, kind: Bandwidth, slot: number): bigint | undefined {
    const max = this.#capacity(account, kind);
    return max === undefined ? undefined : positive(max - this.bandwidth(account, kind, slot).currentUsed);
  }

  /** Closes the pending block: its usage moves the virtual limits. */
  endBlock(blockNum: number): void {
    for (const kind of ['cpu', 'net'] as const) {
      this.#averages[kind] = addUsage(this.#averages[kind], this.#pending[kind], blockNum, AVERAGE_PERIODS);
      this.#virtualLimits[kind] = nextVirtualLimit(
        this.#virtualLimits[kind],
        averageUsage(this.#averages[kind]),
        this.#limits[kind],
      );
      this.#pending[kind] = 0n;
    }
  }

  /** All numbers that belong to the chain's state. */
  snapshot(): unknown {
    return {
      totals: this.totals,
      pending: this.#pending,
      averages: this.#averages,
      virtualLimits: this.#virtualLimits,
    };
  }

  save() {
    return {
      totals: { ...this.totals },
      pending: { ...this.#pending },
      averages: { ...this.#averages },
      virtualLimits: { ...this.#virtualLimits },
    };
  }

  load({ totals, pending, averages, virtualLimits }: ReturnType<ResourceLedger['save']>): void {
    Object.assign(this.totals, totals);
    Object.assign(this.#pending, pending);
    Object.assign(this.#averages, averages);
    Object.assign(this.#virtualLimits, virtualLimits);
  }

  /** Units an account may use within the window; undefined is "unlimited". */
  #capacity(account: AccountState, kind: Bandwidth): bigint | undefined {
    const weight = kind === 'cpu' ? account.cpuWeight : account.netWeight;
    const total = kind === 'cpu' ? this.totals.cpuWeight : this.totals.netWeight;
    if (weight < 0n || total === 0n) return undefined;
    return (this.#virtualLimits[kind] * BigInt(ACCOUNT_WINDOW) * weight) / total;
  }
}

/** Percentages of the configuration have two decimals. */
function elasticLimit(max: bigint, targetPercent: number): ElasticLimit {
  return { max, target: (max * BigInt(targetPercent)) / 10_000n };
}

function positive(value: bigint): bigint {
  return value > 0n ? value : 0n;
}
