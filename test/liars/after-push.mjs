// Reads that follow a push through the balancer, at whatever replica: by the token of the push, and without one.
import { Pool } from 'undici';
import { signedTransfers } from '../load/signed.mjs';

const AT_ONCE = 25;

const transfer = (index) => ({
  ...{ contract: 'btc.token', from: 'alice', to: 'carol', quantity: '0.00000001 BTC' },
  memo: `after push ${index}`,
});

async function post(url, path, body, headers = {}) {
  const answer = await fetch(url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { answer, json: await answer.json() };
}

/** Units of the receiver, by the tool or by the node API. */
const READS = [
  async (url, headers) => {
    const { json } = await post(url, '/v1/tools/get_account', { account: 'carol' }, headers);
    return json.balances.BTC;
  },
  async (url, headers) => {
    const asked = { code: 'btc.token', account: 'carol', symbol: 'BTC' };
    const { json } = await post(url, '/v1/chain/get_currency_balance', asked, headers);
    return json[0].split(' ')[0];
  },
];
const unitsIn = (amount) => Math.round(Number(amount) * 1e8);

/** @returns of so many pushes how many were seen by the next reads; `examples` of those that were not */
export async function readsAfterPushes({ url, chainUrl, count }) {
  const chain = new Pool(chainUrl, { connections: 2 });
  const result = { pushes: 0, seen_by_token: 0, seen_without: 0, replicas: 0, examples: [] };
  const replicas = new Set();
  let units = unitsIn(await READS[1](url));
  let signed = [];
  for (let index = 0; index < count; index += 1) {
    // A signature is for five minutes.
    if (signed.length === 0)
      signed = await signedTransfers(
        chain,
        Array.from({ length: Math.min(AT_ONCE, count - index) }, (_, at) => transfer(index + at)),
      );
    const { signatures, packed_trx } = signed.shift();
    const push = await post(url, '/v1/tools/push_transaction', { signed_tx: { signatures, packed_trx } });
    if (push.json.status !== 'executed') {
      result.examples.push(JSON.stringify(push.json).slice(0, 200));
      continue;
    }
    result.pushes += 1;
    units += 1;
    replicas.add(push.answer.headers.get('x-replica'));
    const token = push.answer.headers.get('x-consistency');
    for (const [name, headers] of [
      ['seen_by_token', { 'x-consistency': token }],
      ['seen_without', {}],
    ]) {
      const said = await Promise.all(READS.map((read) => read(url, headers)));
      if (said.every((amount) => unitsIn(amount) === units)) result[name] += 1;
      else result.examples.push(`${name}: ${said.join(', ')}, not ${units}`);
    }
  }
  await chain.close();
  return { ...result, replicas: replicas.size, examples: result.examples.slice(0, 3) };
}
