// What a person needs after `npm start`: where everything is, and whose keys to sign with.

const RULE = '-'.repeat(78);

async function fundedAccounts(url) {
  const answer = await fetch(`${url}/devchain/accounts`);
  if (!answer.ok) throw new Error(`${url}/devchain/accounts answered ${answer.status}`);
  return answer.json();
}

/** One line for each key: an agent permission has a key of its own. */
function accountLines({ name, private_key: accountKey, permissions }) {
  const byKey = new Map([[accountKey, []]]);
  for (const { name: permission, private_key: key = accountKey } of permissions) {
    byKey.set(key, [...(byKey.get(key) ?? []), permission]);
  }
  return [...byKey].map(([key, signsAs]) => `    ${name.padEnd(13)}${key}  ${signsAs.join(', ')}`);
}

async function chainLines({ name, url }) {
  const accounts = await fundedAccounts(url);
  return [
    `  ${name}  ${url}  (development chain; controls at ${url}/devchain/docs)`,
    ...accounts.flatMap(accountLines),
  ];
}

function gatewayLines(url) {
  return [
    `  REST     ${url}/v1/tools/<tool>`,
    `  MCP      ${url}/mcp`,
    `  Swagger  ${url}/docs`,
    '',
    '  Try it:',
    `    curl -s ${url}/v1/tools/get_chain_info -d '{}'`,
    `    curl -s ${url}/v1/tools/get_account -d '{"account":"alice"}'`,
    '',
  ];
}

export async function banner({ chains, gatewayUrl, readyMs }) {
  const lines = ['', RULE, `  Chain Tool Gateway, ready in ${(readyMs / 1000).toFixed(1)} s`, ''];
  if (gatewayUrl) lines.push(...gatewayLines(gatewayUrl));
  if (chains.length > 0) {
    lines.push('  NO REAL FUNDS: these chains run on this machine only. The keys below are development');
    lines.push('  keys derived from a public seed. Never send real coins to anything shown here.', '');
    for (const chain of chains) lines.push(...(await chainLines(chain)), '');
  }
  lines.push('  Ctrl-C stops everything.', RULE, '');
  return lines.join('\n');
}
