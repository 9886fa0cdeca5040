import { HistoryProcess } from './history-process';
import { freePorts } from './ports';

/** Answer of /readyz. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}

/** The readiness of a history node, which listens on its management port. */
export async function readinessOf({
  managementPort,
}: {
  readonly managementPort: number;
}): Promise<Readiness> {
  const answer = await fetch(`http://127.0.0.1:${managementPort}/readyz`);
  return (await answer.json()) as Readiness;
}

/** A history process with a known management port. */
export class ManagedHistory extends HistoryProcess {
  private constructor(
    env: NodeJS.ProcessEnv,
    nodeArguments: readonly string[],
    readonly managementPort: number,
  ) {
    super({ ...env, HISTORY_MANAGEMENT_PORT: String(managementPort) }, nodeArguments);
  }

  static async start(env: NodeJS.ProcessEnv, nodeArguments: readonly string[] = []): Promise<ManagedHistory> {
    return new ManagedHistory(env, nodeArguments, await freePorts());
  }

  /** Rejects until the process has started. */
  readiness(): Promise<Readiness> {
    return readinessOf(this);
  }
}
