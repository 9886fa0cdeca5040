// Replicas that are frozen, killed, restarted, starved, or have a defect.
import { setTimeout as delay } from 'node:timers/promises';
import { logLine } from '../look.mjs';
import { Repeated } from '../repeated.mjs';

const last = ({ gateway }) => gateway.replicas.at(-1);
const labelsOf = ({ managementPort, name }) => ({ instance: `127.0.0.1:${managementPort}`, pod: name });

const defect = {
  name: 'a promise is rejected that no code handles, then an exception is thrown',
  alerts: { GatewayUnexpectedError: () => ['rejection', 'exception'].map((kind) => ({ kind })) },
  cause(world) {
    process.kill(last(world).pid, 'SIGUSR2');
    process.kill(last(world).pid, 'SIGPIPE');
  },
  shows: (world) => logLine(last(world), /an exception in an event handler/),
  mended: 'the replica, which has drained and ended by itself, is started again',
  async mend(world) {
    await last(world).kill();
    await last(world).start();
  },
};

/** Longer than the lag of the alert. The rest of a period is for requests. */
const STARVED_MS = 400;
const FED_MS = 100;

const starved = {
  name: 'a replica gets the CPU for a fifth of the time',
  alerts: { GatewayEventLoopBlocked: (world) => [labelsOf(last(world))] },
  cause(world) {
    const replica = last(world);
    world.starving = new Repeated(async () => {
      replica.freeze();
      await delay(STARVED_MS);
      replica.thaw();
    }, FED_MS);
  },
  mended: 'it gets the CPU',
  mend: ({ starving }) => starving.stop(),
};

const hanging = {
  name: 'a replica hangs',
  alerts: { GatewayReplicaDown: (world) => [labelsOf(last(world))] },
  cause: (world) => last(world).freeze(),
  mended: 'it continues',
  mend: (world) => last(world).thaw(),
};

const STARTS = 3;

/** A start that no scrape meets is not counted: the next one comes after one has. */
async function untilScraped({ prometheus, gateway }, { name }, sinceSeconds) {
  const started = `process_start_time_seconds{job="${gateway.job}", pod="${name}"} >= ${sinceSeconds}`;
  while ((await prometheus.query(started)).length === 0) await delay(200);
}

const restarting = {
  name: 'a replica is killed three times, and started again',
  alerts: { GatewayRestarts: (world) => [labelsOf(last(world))] },
  async cause(world) {
    await untilScraped(world, last(world), 0);
    for (let start = 0; start < STARTS; start += 1) {
      await last(world).kill();
      const killedSeconds = Math.floor(Date.now() / 1_000);
      last(world).launch();
      await untilScraped(world, last(world), killedSeconds);
    }
  },
  mended: 'it runs',
  mend: () => undefined,
};

const gone = {
  name: 'every replica is killed',
  alerts: { GatewayGone: () => [{}] },
  cause: ({ gateway }) => Promise.all(gateway.replicas.map((replica) => replica.kill())),
  mended: 'the replicas are started',
  mend: ({ gateway }) => Promise.all(gateway.replicas.map((replica) => replica.start())),
};

export const REPLICA_CASES = [defect, starved, hanging, restarting, gone];
