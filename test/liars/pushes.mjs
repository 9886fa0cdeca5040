// Pushes signed transfers at the replicas in turn, by the tool and by the node API, and compares what was said with the
// chain.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { call, signedTransfers } from '../load/signed.mjs';

/** Until a transfer that was accepted is in a block: a push that vanished is sent again meanwhile. */
const LANDS_WITHIN_MS = 60_000;
const SEEN_BY_CHAIN = ['LOCALLY_APPLIED', 'IN_BLOCK', 'IRREVERSIBLE'];
const EXECUTED = ['executed', 'already_executed'];

const transfer = (run, index) => ({
  ...{ contract: 'btc.token', from: 'alice', to: 'carol', quantity: '0.00000001 BTC' },
  memo: `liars ${run} ${index}`,
});

async function balanceOf(chain) {
  const asked = { code: 'btc.token', account: 'carol', symbol: 'BTC' };
  const [text] = await call(chain, '/v1/chain/get_currency_balance', asked);
  return Math.round(Number(text.split(' ')[0]) * 1e8);
}

const isKnown = async (chain, id) =>
  SEEN_BY_CHAIN.includes((await call(chain, '/v1/chain/get_transaction_status', { id })).state);

/** By the node API: an execution is the word of a node, and none of them was executed before. */
async function relayed(url, { signatures, packed_trx }) {
  const answer = await fetch(`${url}/v1/chain/send_transaction`, {
    method: 'POST',
    body: JSON.stringify({ signatures, packed_trx, compression: 'none', packed_context_free_data: '' }),
  });
  return { ...(await answer.json()), httpStatus: answer.status };
}

const RELAYED = new Map([
  [202, 'relayed'],
  [504, 'unknown'],
]);

async function pushed(url, transaction) {
  const answer = await fetch(`${url}/v1/tools/push_transaction`, {
    method: 'POST',
    body: JSON.stringify({ signed_tx: transaction }),
    headers: { 'content-type': 'application/json' },
  });
  return { ...(await answer.json()), httpStatus: answer.status };
}

/**
 * Every second push is one of the node API.
 * @returns counts; `misreported`: `executed` and in no block, or refused and in one; `doubled`: executed twice
 */
export async function pushWhileLying({ urls, chainUrl, run, count }) {
  const chain = new Pool(chainUrl, { connections: 4 });
  const before = await balanceOf(chain);
  const transfers = Array.from({ length: count }, (_, index) => transfer(run, index));
  const result = {
    ...{
      pushes: count,
      executed: 0,
      relayed: 0,
      pending: 0,
      unknown: 0,
      repeated_executed: 0,
      misreported: 0,
    },
    examples: [],
  };
  const signed = await signedTransfers(chain, transfers);
  for (const [index, { signatures, packed_trx }] of signed.entries()) {
    const url = urls[index % urls.length];
    if (index % 2 === 1) {
      const said = await relayed(url, { signatures, packed_trx });
      const as = RELAYED.get(said.httpStatus);
      result[as ?? 'misreported'] += 1;
      if (as === undefined) result.examples.push(JSON.stringify(said).slice(0, 200));
      continue;
    }
    const said = await pushed(url, { signatures, packed_trx });
    const isExecuted = EXECUTED.includes(said.status);
    if (isExecuted) result.executed += 1;
    else if (said.status === 'pending' || said.status === 'unknown') result[said.status] += 1;
    // Whatever is said of it: nothing of these transfers is wrong, so that none may be refused.
    const isWrong = said.httpStatus !== 200 || (isExecuted && !(await isKnown(chain, said.transaction_id)));
    if (!isWrong) continue;
    result.misreported += 1;
    result.examples.push(JSON.stringify(said).slice(0, 200));
  }
  // Another replica answers the same bytes as what they are: executed once.
  for (const [index, { signatures, packed_trx }] of signed.entries()) {
    const { status } = await pushed(urls[(index + 1) % urls.length], { signatures, packed_trx });
    if (EXECUTED.includes(status)) result.repeated_executed += 1;
  }
  const giveUpAt = performance.now() + LANDS_WITHIN_MS;
  while ((await balanceOf(chain)) - before < count && performance.now() < giveUpAt) await delay(100);
  const landed = (await balanceOf(chain)) - before;
  await chain.close();
  return { ...result, lost: Math.max(0, count - landed), doubled: Math.max(0, landed - count) };
}
