// Faults of nodes, and of the names and files that name them.
import { readFileSync, writeFileSync } from 'node:fs';
import { command, info, judged, logLine, readyz, shown } from '../look.mjs';

const NETWORK = { network: 'mainnet' };
const switchAll = (nodes, lie) => Promise.all(nodes.map((node) => node.switchOn(lie)));

const noneServes = {
  name: 'every node answers 500',
  alerts: {
    GatewayNoUsableNode: () => [NETWORK],
    GatewayRequestBurnFast: () => [{}],
    GatewayRequestBurn: () => [{}],
    GatewayRequestBurnSlow: () => [{}],
    GatewayToolBurnFast: () => [{}],
    GatewayToolBurn: () => [{}],
    GatewayToolBurnSlow: () => [{}],
  },
  // The short window of the slow ones ends long after the fault.
  resolvesLater: [
    ...['GatewayRequestBurn', 'GatewayRequestBurnSlow', 'GatewayToolBurn', 'GatewayToolBurnSlow'],
  ],
  cause: ({ gateway }) => switchAll(gateway.nodes, 'fails'),
  shows: async ({ gateway }) => shown(await readyz(gateway.replicas[0]), /nodes:mainnet/),
  mended: 'the nodes answer again',
  mend: ({ gateway }) => switchAll(gateway.nodes, 'good'),
};

const oneUnfit = {
  name: 'a node states a head that no other node has',
  alerts: { GatewayNodeUnfit: ({ gateway }) => [{ ...NETWORK, node: gateway.nodes[1].label }] },
  cause: ({ gateway }) => gateway.nodes[1].switchOn('head number'),
  shows: async ({ gateway }) =>
    shown(await judged(gateway.replicas[0], gateway.nodes[1].label), /blocks ahead/),
  mended: 'the node is repaired',
  mend: ({ gateway }) => gateway.nodes[1].switchOn('good'),
};

const disagree = {
  name: 'a node forges rows',
  alerts: { GatewayNodesDisagree: ({ gateway }) => [{ ...NETWORK, node: gateway.nodes[2].label }] },
  cause: ({ gateway }) => gateway.nodes[2].switchOn('rows'),
  async shows({ gateway }) {
    const infos = await Promise.all(gateway.replicas.map(info));
    const all = infos.flatMap(({ networks }) => networks[0].comparisons.disagreements);
    const one = all.find(({ answers }) => answers.some(({ outvoted }) => outvoted));
    return shown(
      JSON.stringify(one) ?? 'no disagreement',
      /"node":"node-3","sha256":"\w{64}","outvoted":true/,
    );
  },
  mended: 'the node is cordoned, repaired and taken back into service',
  async mend({ gateway }) {
    const [replica] = gateway.replicas;
    const { label } = gateway.nodes[2];
    await command(replica, label, 'cordon');
    await gateway.nodes[2].switchOn('good');
    await command(replica, label, 'uncordon');
  },
};

const NOT_FOUND = "{ url: 'http://nodes.chain.invalid:8888', discover: addresses, label: found }";

const notFound = {
  name: 'the networks file names nodes that DNS does not know',
  alerts: { GatewayDiscoveryFailed: () => [{ ...NETWORK, node: 'found' }] },
  cause({ gateway }) {
    const before = readFileSync(gateway.networksFile, 'utf8');
    gateway.networksFileBefore = before;
    writeFileSync(gateway.networksFile, before.replace('nodes: [', `nodes: [${NOT_FOUND}, `));
  },
  shows: ({ gateway }) => logLine(gateway.replicas[0], /the name of nodes cannot be looked up/),
  mended: 'the name is removed from the file',
  mend: ({ gateway }) => writeFileSync(gateway.networksFile, gateway.networksFileBefore),
};

const refused = {
  name: 'the networks file has a value that is not allowed',
  alerts: { GatewayReloadRefused: () => [{}] },
  cause({ gateway }) {
    const before = readFileSync(gateway.networksFile, 'utf8');
    gateway.networksFileBefore = before;
    writeFileSync(gateway.networksFile, before.replace("verify: 'quorum'", "verify: 'sometimes'"));
  },
  async shows({ gateway }) {
    const { configuration } = await info(gateway.replicas[0]);
    return shown(JSON.stringify(configuration.refused), /verify/);
  },
  mended: 'the file is mended',
  mend: ({ gateway }) => writeFileSync(gateway.networksFile, gateway.networksFileBefore),
};

export const NODE_CASES = [noneServes, oneUnfit, notFound, refused, disagree];
