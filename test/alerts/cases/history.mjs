// A history node with too many searches, a slow connection, and no connection to the state history of its node.
import { setTimeout as delay } from 'node:timers/promises';
import { shown } from '../look.mjs';

/** More than wait for the one thread of searches. */
const SEARCHERS = 90;
const PAUSE_MS = 100;
const SEARCH = '/v2/history/get_actions?act.data.memo=nothing&limit=1';
/** Until the node is 120 blocks ahead, of two a second. */
const BEHIND_WITHIN_MS = 240_000;
/** An alert compares with 300 s, which the factor does not shorten. */
const AFTER_300_S_MS = 420_000;

class Searchers {
  #isRunning = true;
  #done;

  constructor(url) {
    this.#done = Promise.all(Array.from({ length: SEARCHERS }, () => this.#work(url)));
  }

  async #work(url) {
    while (this.#isRunning) {
      const answer = await fetch(url + SEARCH);
      await answer.arrayBuffer();
      await delay(PAUSE_MS);
    }
  }

  async stop() {
    this.#isRunning = false;
    await this.#done;
  }
}

const readyz = async ({ history }) =>
  (await fetch(`http://127.0.0.1:${history.managementPort}/readyz`)).text();

const searched = {
  name: 'clients send more searches to the history node than it can answer',
  alerts: { HistoryRequestsUnanswered: () => [{ class: 'dear' }] },
  cause(world) {
    world.searchers = new Searchers(world.other.history.url);
  },
  mended: 'the clients are stopped',
  mend: ({ searchers }) => searchers.stop(),
};

const slow = {
  name: 'the history node gets blocks more slowly than its node makes them',
  alerts: { HistoryBehind: () => [{ chain: 'mainnet' }] },
  firesWithinMs: BEHIND_WITHIN_MS,
  cause({ other }) {
    other.history.ship.isSlow = true;
  },
  shows: async ({ other }) => shown(await readyz(other), /behind/),
  mended: 'it gets them at once',
  mend({ other }) {
    other.history.ship.isSlow = false;
  },
};

const cutOff = {
  name: 'the history node has lost the state history of its node',
  alerts: {
    HistoryNotFollowed: () => [{ chain: 'mainnet' }],
    HistoryFailing: () => [{ chain: 'mainnet' }],
    HistoryStalled: () => [{ chain: 'mainnet' }],
    GatewayNoHistory: () => ['history', 'v2'].map((capability) => ({ network: 'mainnet', capability })),
  },
  firesWithinMs: AFTER_300_S_MS,
  cause: ({ other }) => other.history.ship.cut(),
  async shows({ other }) {
    return shown(await readyz(other), /ECONNREFUSED/);
  },
  mended: 'the state history is reached again',
  mend: ({ other }) => other.history.ship.resume(),
};

export const HISTORY_CASES = [searched, slow, cutOff];
