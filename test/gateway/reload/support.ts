import { mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { affectedKeyHash } from '@app/antelope';
import { developmentProfileFile } from '@app/networks';
import { PrivateKey } from '@wharfkit/antelope';
import { ManagementServer } from '../../../apps/gateway/src/management/management.server';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

const TOKEN = 'a token of at least thirty-two characters';

/** A gateway whose networks file is mounted as Kubernetes mounts a ConfigMap: behind a symlink that is exchanged. */
export class ReloadedGateway {
  #version = 0;

  private constructor(
    readonly folder: string,
    readonly gateway: RunningGateway,
    readonly managementUrl: string,
  ) {}

  /** @param nodes rows of nodes of mainnet, as the file has them */
  static start(nodes: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ReloadedGateway> {
    return ReloadedGateway.mounted({ 'networks.yaml': networksText(nodes) }, env);
  }

  /** @param files with networks.yaml among them */
  static async mounted(
    files: Readonly<Record<string, string>>,
    env: NodeJS.ProcessEnv = {},
  ): Promise<ReloadedGateway> {
    const folder = mkdtempSync(path.join(tmpdir(), 'reload-'));
    mount(folder, '0', files);
    for (const name of Object.keys(files)) symlinkSync(path.join('..data', name), path.join(folder, name));
    const gateway = await startGateway([], undefined, {
      ...('NODE_TIMEOUT_MS' in env ? {} : LONG_NODE_TIMEOUTS),
      NETWORKS_FILE: path.join(folder, 'networks.yaml'),
      ...{ NODE_POLL_MS: '100', MANAGEMENT_TOKEN: TOKEN },
      ...env,
    });
    const management = gateway.app.get(ManagementServer);
    await management.listen();
    return new ReloadedGateway(folder, gateway, management.url);
  }

  get url(): string {
    return this.gateway.url;
  }

  /** Exchanges the mounted files at once. */
  mount(files: Readonly<Record<string, string>>): void {
    this.#version += 1;
    mount(this.folder, String(this.#version), files);
  }

  /** Mounts a file with these nodes of mainnet, and sends the command. */
  async reload(nodes: readonly string[], members?: string): Promise<{ status: number; body: unknown }> {
    this.mount({ 'networks.yaml': networksText(nodes, members) });
    return this.command();
  }

  async command(token = TOKEN): Promise<{ status: number; body: unknown }> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${this.managementUrl}/reload`, { method: 'POST', headers });
    return { status: answer.status, body: await answer.json() };
  }

  async info(): Promise<GatewayInfo> {
    return (await (await fetch(`${this.managementUrl}/info`)).json()) as GatewayInfo;
  }

  async labels(): Promise<string[]> {
    return (await this.info()).networks[0]!.nodes.map(({ node }) => node);
  }

  async metrics(): Promise<string> {
    return (await fetch(`${this.managementUrl}/metrics`)).text();
  }

  /** Label of the node that answers a read that no other one shares; status and text where none does. */
  async read(account: string): Promise<string> {
    const body = JSON.stringify({ account_name: account });
    const answer = await fetch(`${this.url}/v1/chain/get_account`, { method: 'POST', body });
    const text = await answer.text();
    // A refusal of a node is an answer of it.
    return answer.headers.get('x-upstream') ?? `${answer.status}: ${text}`;
  }

  close(): Promise<void> {
    return this.gateway.close();
  }
}

interface GatewayInfo {
  readonly configuration: { readonly loaded_at: string; readonly refused?: { readonly problems: string[] } };
  readonly networks: readonly {
    readonly nodes: readonly { node: string; state: string; head_block_num: number | null }[];
  }[];
}

/** A networks file with mainnet alone. @param members further ones of the network */
export const networksText = (
  nodes: readonly string[],
  members = ", verify: 'off'",
  profile = developmentProfileFile(),
) =>
  `networks:\n  mainnet: { chain_id: first-contact, profile: '${profile}'${members}, nodes: [${nodes.join(', ')}] }\n`;

/** The development profile, and one with another term that answers of get_vault show. */
export const PROFILE = readFileSync(developmentProfileFile(), 'utf8');
export const LOWER_LTV = PROFILE.replace('max_ltv_bps: 7000', 'max_ltv_bps: 5000');

/** A list of affected accounts without any of the chain. */
const OTHERS_ALONE = JSON.stringify({
  hashes: [affectedKeyHash(String(PrivateKey.generate('K1').toPublic()))],
});

/** The mounted files of a gateway with one node and a profile beside its networks file. */
export const profileFiles = (nodeUrl: string, profile: string): Record<string, string> => ({
  'networks.yaml': networksText([`{ url: '${nodeUrl}', label: node }`], undefined, './profile.yaml'),
  'profile.yaml': profile,
  'affected.json': OTHERS_ALONE,
  'development-affected-set.json': OTHERS_ALONE,
});

/** The kubelet writes a folder, and renames a symlink to it over the one of before. */
function mount(folder: string, version: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(path.join(folder, `..${version}`));
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(folder, `..${version}`, name), text);
  symlinkSync(`..${version}`, path.join(folder, '..data_tmp'));
  renameSync(path.join(folder, '..data_tmp'), path.join(folder, '..data'));
}
