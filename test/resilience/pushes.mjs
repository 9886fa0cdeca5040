// Pushes signed transfers through the gateway while faults come and go, and compares what it said with the chain.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { signedTransfers } from '../load/signed.mjs';

const BATCH = 200;
const transfer = (index) => ({
  ...{ contract: 'btc.token', from: 'alice', to: 'carol', quantity: '0.00000001 BTC' },
  memo: `resilience ${index}`,
});

/** Routes that push, in turn: the tool and the routes of a node. */
const ROUTES = [
  { path: '/v1/tools/push_transaction', isTool: true },
  { path: '/v1/chain/send_transaction', isTool: false },
  { path: '/v1/chain/push_transaction', isTool: false },
];

/** How the gateway reported a push: executed, unknown (to be looked up by its id), refused or failed. */
function outcome({ isTool }, status, body) {
  if (isTool && status === 200) return ['unknown', 'pending'].includes(body.status) ? 'unknown' : 'executed';
  if (!isTool && (status === 200 || status === 202) && body.processed?.except === null) return 'executed';
  if (!isTool && status === 409) return 'executed';
  // A tool has one status for all of its failures.
  const isOutage = isTool
    ? /^no node of \S+ could answer/.test(body.error)
    : status === 503 || status === 504;
  return isOutage ? 'unavailable' : 'refused';
}

async function pushOne(pool, route, { compression: _named, ...transaction }) {
  const body = route.isTool
    ? { signed_tx: { signatures: transaction.signatures, packed_trx: transaction.packed_trx } }
    : { ...transaction, compression: 'none' };
  const answer = await pool.request({ path: route.path, method: 'POST', body: JSON.stringify(body) });
  const text = await answer.body.text();
  return { result: outcome(route, answer.statusCode, JSON.parse(text)), text };
}

async function balanceOf(chain, account) {
  const body = JSON.stringify({ code: 'btc.token', account, symbol: 'BTC' });
  const answer = await chain.request({ path: '/v1/chain/get_currency_balance', method: 'POST', body });
  const [text] = await answer.body.json();
  return Math.round(Number(text.split(' ')[0]) * 1e8);
}

async function isOnChain(chain, id) {
  const body = JSON.stringify({ id });
  const answer = await chain.request({ path: '/v1/chain/get_transaction_status', method: 'POST', body });
  return ['IN_BLOCK', 'IRREVERSIBLE', 'LOCALLY_APPLIED'].includes((await answer.body.json()).state);
}

/**
 * Pushes `count` transfers until `count` are answered; a push that was not answered as executed is pushed again with
 * the identical bytes, as a careful client does. A transfer is pushed for the first time
 * when `onPush` resolves.
 * @returns counts; `landed` is what the receiver really got
 */
export async function pushUnderFaults({ gatewayUrl, chainUrl, count, concurrent, onPush, idOf }) {
  const chain = new Pool(chainUrl, { connections: 16 });
  const gateway = new Pool(gatewayUrl, { connections: 64, headersTimeout: 60_000 });
  const before = await balanceOf(chain, 'carol');
  const results = {
    pushed: 0,
    executed: 0,
    unknown: 0,
    unavailable: 0,
    refused: 0,
    lost: 0,
    falselyFailed: 0,
  };
  const examples = [];
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    const waiting = await signedTransfers(
      chain,
      Array.from({ length: size }, (_, index) => transfer(done + index)),
    );
    let turn = 0;
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const route = ROUTES[turn++ % ROUTES.length];
        await pushUntilExecuted(next, route);
      }
    };
    const pushUntilExecuted = async (transaction, route) => {
      results.pushed += 1;
      await onPush();
      for (;;) {
        const { result, text } = await pushOne(gateway, route, transaction).catch((error) => ({
          result: 'unavailable',
          text: String(error),
        }));
        results[result] += 1;
        if (result === 'executed') return;
        if (result === 'refused') {
          examples.push(text.slice(0, 300));
          if (await isOnChain(chain, idOf(transaction.packed_trx))) results.falselyFailed += 1;
          return;
        }
        await delay(100);
      }
    };
    await Promise.all(Array.from({ length: concurrent }, worker));
  }
  const landed = (await balanceOf(chain, 'carol')) - before;
  await Promise.all([chain.close(), gateway.close()]);
  return {
    ...results,
    landed,
    lost: Math.max(0, count - landed),
    twice: Math.max(0, landed - count),
    examples,
  };
}
