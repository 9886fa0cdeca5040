import { DEPLOYED_CONTRACTS } from './genesis/deployed-contracts';
import { curveLine } from './kernel/keys/keys';
import { DevchainLog } from './log';
import type { DevchainSettings } from './settings';
import { startDevchain } from './start-devchain';

/** One of the chains of a process. */
export interface StartedChain {
  /** The line that says where it listens. */
  readonly line: string;
  close(): Promise<void>;
}

/** @param print called with each line of its log; @throws DevchainSetupError as `startDevchain` */
export async function startChain(
  settings: DevchainSettings,
  print: (line: string) => void,
): Promise<StartedChain> {
  const log = new DevchainLog(settings.name, settings.logLevel ?? 'info', print);
  if (log.isEnabled('debug')) log.line('debug', curveLine());
  const devchain = await startDevchain(settings, {
    contracts: DEPLOYED_CONTRACTS,
    log: (line) => log.line('warn', line),
    ...(log.isEnabled('debug') ? { logMemory: (line) => log.line('debug', line) } : {}),
    ...(settings.logPushes && log.isEnabled('info')
      ? { logPush: (record) => log.line('info', 'transaction', record) }
      : {}),
  });
  const history = devchain.shipUrl === undefined ? '' : ` state_history ${devchain.shipUrl}`;
  return {
    line: `devchain ${settings.name} listening on ${devchain.url} chain_id ${devchain.chain.chainId}${history}`,
    close: () => devchain.close(),
  };
}
