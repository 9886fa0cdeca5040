import { managementJson, type ManagementPage } from '@app/operations';
import type { NetworkReload } from '../reload/network-reload';
import type { CommandToken } from './command-token';

const PATH = '/reload';

/** `POST /reload` of the management port. */
export class ReloadCommand {
  constructor(
    private readonly token: CommandToken,
    private readonly reload: Pick<NetworkReload, 'hasFile' | 'reload'>,
  ) {}

  /** Undefined when the path is not that of the command. */
  answer(path: string, authorization: string | undefined): Promise<ManagementPage> | undefined {
    if (path !== PATH) return undefined;
    const refusal = this.token.refusal(authorization);
    return refusal === undefined ? this.#reload() : Promise.resolve(refusal);
  }

  async #reload(): Promise<ManagementPage> {
    if (!this.reload.hasFile)
      return managementJson(409, { error: 'there is no networks file; NETWORKS_FILE names it' });
    const result = await this.reload.reload('command');
    if (result.outcome !== 'refused') return managementJson(200, result);
    const { outcome, problems } = result;
    return managementJson(422, { outcome, problems });
  }
}
