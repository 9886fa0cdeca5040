import { checkProfile, type ContractProfile, type NetworkConfig, type ProfileCheckRow } from '@app/networks';
import { LOGGER, ReadinessRegistry, type Logger, VerifiedCall } from '@app/operations';
import { fail } from '@app/chain-tools';
import { Chains, NodesDisagreeError, UnconfirmedAnswerError, UpstreamUnavailableError } from '@app/upstream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { readChainFacts } from './chain-facts';
import { type CheckStreak, nextStreak, recheckWaitMs } from './profile-schedule';
import { RepeatedChecks } from './repeated-checks';

/**
 * Checks every profile against its chain, at start and periodically. Tools that need an entry that does not match
 * refuse with its name; all other tools work.
 */
@Injectable()
export class ProfileMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Of each profile that was compared: a call ends with the one that it began with. */
  readonly #mismatches = new WeakMap<ContractProfile, ReadonlyMap<string, string>>();
  readonly #checks = new RepeatedChecks();
  readonly #firstChecks = new Map<string, Promise<void>>();

  constructor(
    private readonly chains: Chains<NetworkConfig>,
    private readonly readiness: ReadinessRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const { name } of this.chains.networks.all())
      this.#firstChecks.set(name, this.#monitor(name, undefined));
  }

  onApplicationShutdown(): void {
    this.#checks.end();
  }

  /**
   * Returns when no entry of a profile is known to differ from the chain. Before the first check every entry passes: the
   * tool's own requests fail when the chain cannot be asked.
   * @throws ToolError naming the first entry that does not match, and why.
   */
  assertEntries(profile: ContractProfile, ...entries: readonly string[]): void {
    this.assertNamed(profile, ...entries);
    const mismatches = this.#mismatches.get(profile);
    if (mismatches === undefined) return;
    for (const entry of entries) {
      const reason = mismatches.get(entry);
      if (reason !== undefined) fail('PROFILE_MISMATCH', entry, reason);
    }
  }

  /** @throws ToolError naming the first entry that the profile leaves out, whether it has been checked or not */
  assertNamed(profile: ContractProfile, ...entries: readonly string[]): void {
    const leftOut = entries.find((entry) => profile.isLeftOut(entry));
    if (leftOut !== undefined) fail('PROFILE_MISMATCH', leftOut, 'is left out of the profile');
  }

  /** Resolves after the first check since the start, also a failed one; before it every entry counts as matching. */
  async firstCheck(network: string): Promise<void> {
    await this.#firstChecks.get(network);
  }

  /** False when one of the entries is left out, or known not to match the chain. For entries that a tool does not require. */
  matches(profile: ContractProfile, ...entries: readonly string[]): boolean {
    const mismatches = this.#mismatches.get(profile);
    return !entries.some((entry) => profile.isLeftOut(entry) || mismatches?.has(entry) === true);
  }

  /**
   * Checks a network's profile against its chain now. Its reads are compared as those that money follows: one node with
   * other rows would have tools refused. Rejects when the chain cannot be reached, or its nodes do not agree.
   */
  async check(network: NetworkConfig): Promise<void> {
    const rows = await this.compare(network);
    const { profile } = this.chains.networks.of(network.name);
    // Another profile was taken over meanwhile, with its own rows.
    if (profile === network.profile) this.record(network, rows);
  }

  /**
   * Compares a profile, in use or not, with the chain of its network; records nothing.
   * @throws UpstreamUnavailableError, NodesDisagreeError, UnconfirmedAnswerError
   */
  async compare({ name, profile }: NetworkConfig): Promise<readonly ProfileCheckRow[]> {
    const facts = await new VerifiedCall().run(() => readChainFacts(this.chains.of(name), profile));
    return checkProfile(profile, facts);
  }

  /** From now on tools refuse by these rows of the profile. */
  record({ name: network, profile }: NetworkConfig, rows: readonly ProfileCheckRow[]): void {
    const mismatches = new Map(rows.filter(({ ok }) => !ok).map(({ entry, reason }) => [entry, reason]));
    const detail = `${mismatches.size} of ${rows.length} entries do not match the chain`;
    const before = this.#mismatches.get(profile);
    this.#mismatches.set(profile, mismatches);
    this.readiness.report(`profile:${network}`, mismatches.size === 0, detail, 'advisory');
    const hasChanged = before === undefined || [...before.keys()].join() !== [...mismatches.keys()].join();
    if (!hasChanged) return;
    if (mismatches.size === 0) return this.logger.info({ network }, 'the profile matches the chain');
    this.logger.debug({ network, mismatches: Object.fromEntries(mismatches) }, 'profile mismatches');
    const command = `npm run profile:check -- --network ${network}`;
    this.logger.warn({ network, command }, `profile: ${detail}; tools that need them refuse`);
  }

  async #monitor(name: string, before: CheckStreak | undefined): Promise<void> {
    const streak = nextStreak(before, await this.#outcomeOf(name, before?.outcome));
    this.#checks.again(name, recheckWaitMs(streak), () => this.#monitor(name, streak));
  }

  async #outcomeOf(
    name: string,
    before: CheckStreak['outcome'] | undefined,
  ): Promise<CheckStreak['outcome']> {
    try {
      const network = this.chains.networks.of(name);
      await this.check(network);
      return (this.#mismatches.get(network.profile)?.size ?? 0) > 0 ? 'mismatch' : 'match';
    } catch (error) {
      const isOpen = error instanceof NodesDisagreeError || error instanceof UnconfirmedAnswerError;
      const detail = isOpen ? 'the nodes do not agree' : 'the chain cannot be reached';
      this.readiness.report(`profile:${name}`, false, detail, 'advisory');
      const facts = error instanceof UpstreamUnavailableError ? { reason: error.message } : { err: error };
      if (before !== 'unreachable') this.logger.warn({ network: name, ...facts }, 'profile not checked');
      return 'unreachable';
    }
  }
}
