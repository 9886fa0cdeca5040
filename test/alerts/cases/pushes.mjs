// Pushes whose outcome stays unknown, and pushes that are lost.
import { command, readyz } from '../look.mjs';
import { Pushed } from '../pushed.mjs';

const NETWORK = { network: 'mainnet' };
/** More than a case needs: they are signed in advance. */
const MOST = 200;

/** The outcome of the pushes so far that was most frequent. */
function mostFrequent(statuses) {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts].sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

const unknown = {
  name: 'every node takes pushes and does not answer',
  alerts: {
    GatewayPushBurnFast: () => [NETWORK],
    GatewayPushBurn: () => [NETWORK],
    GatewayPushBurnSlow: () => [NETWORK],
    // They wait for as long as a push may take.
    GatewaySlow: () => [{}],
  },
  resolvesLater: ['GatewayPushBurn', 'GatewayPushBurnSlow'],
  async cause(world) {
    const { gateway, chain } = world;
    await Promise.all(gateway.nodes.map((node) => node.switchOn('hangs on pushes')));
    world.pushed = await Pushed.start({
      ...{ replicas: gateway.replicas, chainUrl: chain.url, run: `unknown ${performance.now()}` },
      ...{ most: MOST, everyMs: 250, waitFor: 'accepted' },
    });
  },
  shows: ({ pushed }) => `pushes are answered: ${String(mostFrequent(pushed.statuses))}`,
  mended: 'the nodes acknowledge again; every caller pushes the same bytes again, and each is executed',
  async mend({ gateway, pushed }) {
    await pushed.stop();
    await Promise.all(gateway.nodes.map((node) => node.switchOn('good')));
    await pushed.again();
  },
};

const vanish = {
  name: 'two nodes accept pushes and lose them',
  alerts: { GatewayPushesVanish: () => [NETWORK] },
  async cause(world) {
    const { gateway, chain } = world;
    await Promise.all(gateway.nodes.slice(0, 2).map((node) => node.switchOn('forgets pushes')));
    world.pushed = await Pushed.start({
      ...{ replicas: gateway.replicas, chainUrl: chain.url, run: `vanish ${performance.now()}` },
      ...{ most: MOST, everyMs: 500, waitFor: 'accepted' },
    });
  },
  shows: ({ gateway }) => readyz(gateway.replicas[0]),
  mended: 'both are cordoned, repaired and taken back into service; every push is executed',
  async mend({ gateway, pushed }) {
    const [replica] = gateway.replicas;
    const losing = gateway.nodes.slice(0, 2);
    for (const { label } of losing) await command(replica, label, 'cordon');
    await pushed.stop();
    await pushed.again();
    for (const node of losing) await node.switchOn('good');
    for (const { label } of losing) await command(replica, label, 'uncordon');
  },
};

export const PUSH_CASES = [unknown, vanish];
