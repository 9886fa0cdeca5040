import { type Logger, managementJson, type ManagementPage } from '@app/operations';
import type { NodeStatus } from '@app/upstream';
import type { CommandToken } from './command-token';

/** The nodes that commands change. */
export interface CommandedNodes {
  /** Undefined: no such network is configured. */
  statusOf(network: string): readonly NodeStatus[] | undefined;
  /** @returns whether other replicas can know it */
  cordon(network: string, label: string, isCordoned: boolean): Promise<boolean>;
}

/** Of one network: more are not known to other replicas. */
const MAX_CORDONED = 64;
const COMMAND =
  /^\/networks\/(?<network>[a-z]{1,32})\/nodes\/(?<label>[^/]{1,64})\/(?<verb>cordon|uncordon)$/;

/** `POST /networks/<network>/nodes/<label>/cordon` and `/uncordon` of the management port. */
export class NodeCommands {
  constructor(
    private readonly token: CommandToken,
    private readonly nodes: CommandedNodes,
    private readonly logger: Logger,
  ) {}

  /** Undefined when the path is that of no command. */
  answer(path: string, authorization: string | undefined): Promise<ManagementPage> | undefined {
    const { network, label, verb } = COMMAND.exec(path)?.groups ?? {};
    if (network === undefined || label === undefined || verb === undefined) return undefined;
    const refusal = this.token.refusal(authorization);
    if (refusal !== undefined) return Promise.resolve(refusal);
    return this.#cordon(network, label, verb === 'cordon');
  }

  async #cordon(network: string, node: string, isCordoned: boolean): Promise<ManagementPage> {
    const known = this.nodes.statusOf(network);
    if (known === undefined) return managementJson(404, { error: `network ${network} is not configured` });
    if (!known.some((status) => status.node === node))
      return managementJson(404, {
        error: `${network} has no node with this label; it has ${known.map((status) => status.node).join(', ')}`,
      });
    if (isCordoned && !known.some((status) => status.node !== node && isUsable(status)))
      return managementJson(409, { error: `no other node of ${network} is usable` });
    if (
      isCordoned &&
      known.filter((status) => status.isCordoned && status.node !== node).length >= MAX_CORDONED
    )
      return managementJson(409, {
        error: `${MAX_CORDONED} nodes of ${network} are cordoned, no more can be: take one back into service`,
      });
    const isShared = await this.nodes.cordon(network, node, isCordoned);
    this.logger.warn({ network, node, cordoned: isCordoned, shared: isShared }, 'an operator cordons nodes');
    return managementJson(200, { network, node, cordoned: isCordoned, shared: isShared });
  }
}

const isUsable = ({ isCordoned, judged, fitness, circuit, capabilities }: NodeStatus): boolean =>
  !isCordoned &&
  fitness.kind !== 'unfit' &&
  circuit !== 'open' &&
  (judged.kind === 'fit' || judged.kind === 'old') &&
  (capabilities.length === 0 || capabilities.includes('chain'));
