// Printed when all processes run: URLs, state of the networks, and keys to sign with.

const RULE = '-'.repeat(78);

/** One line for each key: an agent permission has its own key. */
function keyLines({ private_key: accountKey, permissions }) {
  const byKey = new Map([[accountKey, []]]);
  for (const { name: permission, private_key: key = accountKey } of permissions) {
    byKey.set(key, [...(byKey.get(key) ?? []), permission]);
  }
  return [...byKey].map(([key, signsAs]) => `      ${key}  ${signsAs.join(', ')}`);
}

/** `10.00000000 BTC` is `10 BTC`. */
const withoutTrailingZeros = (amount) => amount.replace(/(\.\d*?)0+(?= |$)/, '$1').replace(/\.(?= |$)/, '');

const isZero = (amount) => /^[0.]*$/.test(amount);

const balancesText = (balances = {}) =>
  Object.entries(balances)
    .filter(([, amount]) => !isZero(amount))
    .map(([symbol, amount]) => withoutTrailingZeros(`${amount} ${symbol}`))
    .join(', ');

const chainLines = ({ name, url, accounts }) => [
  `  ${name}  ${url}  (development chain; admin API at ${url}/devchain/docs)`,
  ...accounts.flatMap((account) => [
    `    ${account.name.padEnd(8)}${balancesText(account.balances)}`.trimEnd(),
    ...keyLines(account),
  ]),
];

function checkText({ ok, detail } = { ok: false, detail: 'not checked yet' }) {
  return ok ? 'matches the chain' : detail;
}

/** Problems of the history node of this run that end by themselves: it starts, and reads the blocks so far. */
const CATCHING_UP =
  /; history: (?:not asked yet|cannot be reached[^;]*|timed out[^;]*|its head is [^;]* behind[^;]*)$/;

/** @param detail the readiness check of the nodes, in words */
const nodesText = (detail, hasHistory) =>
  hasHistory ? detail.replace(CATCHING_UP, '; the history node is catching up') : detail;

function networkLine({ name, info, problem, nodes, profile, affectedSet }, hasHistory) {
  const start = `    ${name.padEnd(10)}`;
  if (info === undefined) return `${start}NO NODE ANSWERS: ${problem}`;
  return [
    `${start}chain ${info.chain_id.slice(0, 8)}..`,
    `head ${info.head_block_num}`,
    nodes ? nodesText(nodes.detail, hasHistory) : 'nodes answer',
    `profile ${checkText(profile)}`,
    affectedSet && `affected set ${affectedSet.detail}`,
  ]
    .filter(Boolean)
    .join('  ');
}

function headline({ networks, readyMs }) {
  const dead = networks.filter(({ info }) => info === undefined).map(({ name }) => name);
  const seconds = (readyMs / 1000).toFixed(1);
  if (dead.length === 0) return `ready in ${seconds} s`;
  if (dead.length === networks.length) return 'runs, but NO NODE ANSWERS: no tool can work yet';
  return `ready in ${seconds} s, except ${dead.join(', ')}: NO NODE ANSWERS there`;
}

const networkLines = ({ networks, histories }) =>
  networks.length === 0
    ? []
    : ['  Networks', ...networks.map((network) => networkLine(network, histories.length > 0)), ''];

const gatewayLines = (url, histories) => [
  `  REST     ${url}/v1/tools/<tool>`,
  `  MCP      ${url}/mcp`,
  `  Swagger  ${url}/docs`,
  ...(histories.length === 0 ? [] : [`  History  ${histories.join(', ')}  (docs at /v2/docs)`]),
  '',
];

const trialLines = (url, hasAccounts) => [
  '  Try it',
  `    curl -s ${url}/v1/tools/get_chain_info -d '{}'`,
  ...(hasAccounts ? [`    curl -s ${url}/v1/tools/get_account -d '{"account":"alice"}'`] : []),
  '',
];

/**
 * @param run `chains` with `accounts`, `networks`, `gatewayUrl` (without it: the chains only), `histories` (URLs, one
 * for each chain), `readyMs`
 */
export function banner(run) {
  const { chains, networks, gatewayUrl, histories } = run;
  const title = gatewayUrl ? 'Chain Tool Gateway' : 'Development chains';
  const lines = ['', RULE, `  ${title}: ${headline(run)}`, ''];
  if (gatewayUrl) lines.push(...gatewayLines(gatewayUrl, histories));
  lines.push(...networkLines(run));
  if (gatewayUrl && networks.some(({ info }) => info))
    lines.push(...trialLines(gatewayUrl, chains.length > 0));
  if (chains.length > 0) {
    lines.push('  NO REAL FUNDS: these chains run on this machine only. The keys below are development');
    lines.push('  keys derived from a public seed. Never send real coins to anything shown here.', '');
    for (const chain of chains) lines.push(...chainLines(chain), '');
  }
  lines.push('  Ctrl-C stops everything.', RULE, '');
  return lines.join('\n');
}

/** Only the URLs, one for each line; a network without a node is reported. */
export function shortBanner({ chains, networks, gatewayUrl, histories }) {
  const lines = gatewayUrl ? [`gateway  ${gatewayUrl}`] : [];
  lines.push(...chains.map(({ name, url }) => `${name}  ${url}`));
  lines.push(...histories.map((url) => `history  ${url}`));
  lines.push(
    ...networks
      .filter(({ info }) => !info)
      .map(({ name, problem }) => `${name}  NO NODE ANSWERS: ${problem}`),
  );
  return `${lines.join('\n')}\n`;
}

/** The same facts for programs, as one line of the log. */
export function jsonBanner({ chains, networks, gatewayUrl, histories, readyMs }) {
  const isReady = networks.every(({ info }) => info);
  const time = new Date().toISOString();
  const facts = { gateway: gatewayUrl, histories, networks, chains, ready_ms: Math.round(readyMs) };
  return `${JSON.stringify({ level: isReady ? 'info' : 'warn', time, ...facts, msg: isReady ? 'ready' : 'not ready' })}\n`;
}
