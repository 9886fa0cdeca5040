import assert from 'node:assert/strict';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { Container } from './container.mjs';
import { pathsBelow } from './paths-below.mjs';

/** A state history where nothing listens. */
const NO_CHAIN = 'ws://127.0.0.1:1';

const healthOf = async (port) => (await (await fetch(`http://127.0.0.1:${port}/v2/health`)).json()).health;
const lastBlockOf = (health) =>
  health.find(({ service }) => service === 'Elasticsearch').service_data.last_indexed_block;

/** Paths below `folder` that changed at or after `time`, folders included. */
const changedSince = (folder, time) =>
  pathsBelow(folder).filter((file) => lstatSync(path.join(folder, file)).mtimeMs >= time);

/** Starts the history node, resolves to what `attempt` returns of its health, and stops it with exit code 0. */
async function whileRunning(stage, env, attempt) {
  const history = new Container(stage, env);
  try {
    const value = await history.until(async () => attempt(await healthOf(env.HISTORY_PORT)));
    assert.deepEqual(history.health(), { status: 0, stderr: '' });
    assert.equal(await history.stop(), 0, history.output);
    assert.equal(history.health().status, 1);
    return value;
  } finally {
    history.kill();
  }
}

/** Starts the history node twice on one volume: beside its chain, and without it. Yields a line for each fact. */
export async function* checkHistory(stage, settings) {
  const [volume] = stage.volumes;
  assert.equal(stage.env.HISTORY_STATE_DIR, volume);
  const env = { ...settings, HISTORY_STATE_DIR: volume };
  const startedAt = Date.now();

  const lastBlock = await whileRunning(stage, env, (health) =>
    health.every(({ status }) => status === 'OK') ? lastBlockOf(health) : undefined,
  );
  assert(lastBlock > 0);
  yield 'history: /v2/health is OK for the node, its state history and the index';
  yield 'history: the health check passes, SIGTERM ends it with exit code 0, and the health check fails afterwards';

  const isKept = (health) => (lastBlockOf(health) >= lastBlock ? true : undefined);
  await whileRunning(stage, { ...env, HISTORY_SHIP_URL: NO_CHAIN }, isKept);
  yield 'history: a second start on the volume, without the chain, has the blocks of the first';

  const changed = changedSince(stage.folder, startedAt).map((file) => `/${file}`);
  assert(changed.includes(`${volume}/chain.sqlite`));
  assert.deepEqual(
    changed.filter((file) => file !== volume && !file.startsWith(`${volume}/`)),
    [],
  );
  yield 'history: nothing outside the volume is written';
}
