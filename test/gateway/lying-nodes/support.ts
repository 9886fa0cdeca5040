import { Chains, type NodeStatus } from '@app/upstream';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import type { InfoAnswer } from '../../harness/fake-node/lying-node';

/**
 * A read that has taken a third of its time goes to any node that is left, a liar included, and so does one whose honest
 * node left a poll unanswered: on a busy machine that shares its process with the spec.
 */
export const PATIENT = LONG_NODE_TIMEOUTS;

const idOf = (number: number, rest: string): string => number.toString(16).padStart(8, '0') + rest.slice(8);

/** Adds to a block's number, and to the digits of its id that are the number. */
const raised =
  (name: 'head_block' | 'last_irreversible_block', blocks: number) =>
  (info: InfoAnswer): InfoAnswer => {
    const number = Number(info[`${name}_num`]) + blocks;
    return { ...info, [`${name}_num`]: number, [`${name}_id`]: idOf(number, String(info[`${name}_id`])) };
  };

/** Lies about the position of the chain, each with the reason that it is seen by. */
export const LIES: Readonly<Record<string, { lie: (info: InfoAnswer) => InfoAnswer; why: RegExp }>> = {
  'a head number + 50': { lie: raised('head_block', 50), why: /^its head is \d+ blocks ahead/ },
  'a head number + 10^6': { lie: raised('head_block', 1_000_000), why: /^its head is \d+ blocks ahead/ },
  'a head number + 50 with the id of its head': {
    lie: (info) => ({ ...info, head_block_num: Number(info['head_block_num']) + 50 }),
    why: /^contradicts itself: its head is block \d+, by its id block \d+/,
  },
  'a head time + 25 s': {
    lie: (info) => {
      const timeMs = Date.parse(`${String(info['head_block_time'])}Z`) + 25_000;
      return { ...info, head_block_time: new Date(timeMs).toISOString().slice(0, -1) };
    },
    why: /^its head is 2\d s ahead of the other nodes/,
  },
  'an irreversible block + 10^5': {
    lie: raised('last_irreversible_block', 100_000),
    why: /^contradicts itself: block \d+ is irreversible, its head is block \d+/,
  },
  'another irreversible id': {
    lie: (info) => ({
      ...info,
      last_irreversible_block_id: `${String(info['last_irreversible_block_id']).slice(0, 8)}${'ee'.repeat(28)}`,
    }),
    why: /^is on another fork/,
  },
};

let asked = 0;

/** Label of the node that answered a read which no earlier one can serve. @throws Error when it failed */
export async function read({ url }: RunningGateway): Promise<string> {
  asked += 1;
  const body = JSON.stringify({
    code: 'btc.token',
    scope: `a${asked.toString(5).replaceAll('0', 'z')}`,
    table: 'accounts',
    json: true,
  });
  const answer = await fetch(`${url}/v1/chain/get_table_rows`, { method: 'POST', body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
  return String(answer.headers.get('x-upstream'));
}

/** Labels of the nodes that answered as many reads. */
export const reads = (gateway: RunningGateway, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => read(gateway)));

const statusOf = ({ app }: RunningGateway, label: string): NodeStatus | undefined =>
  app
    .get(Chains)
    .of('mainnet')
    .nodeStatus()
    .find(({ node }) => node === label);

/** Why a node is unfit; undefined while it is not. */
export function unfitWhy(gateway: RunningGateway, label: string): string | undefined {
  const judged = statusOf(gateway, label)?.judged;
  return judged?.kind === 'unfit' ? judged.why : undefined;
}

/** Head of a node by its last poll; 0 before the first one. */
export const headOf = (gateway: RunningGateway, label: string): number =>
  statusOf(gateway, label)?.headBlock ?? 0;

/** Whether all nodes are fit by the last polls. */
export const allFit = ({ app }: RunningGateway): boolean =>
  app
    .get(Chains)
    .of('mainnet')
    .nodeStatus()
    .every(({ judged }) => judged.kind === 'fit');
