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

const accountLines = (accounts) =>
  accounts.flatMap((account) => [
    `    ${account.name.padEnd(8)}${balancesText(account.balances)}`.trimEnd(),
    ...keyLines(account),
  ]);

/** The keys of the first chain; the accounts of the others have the same names. */
function keyBlock([first, ...others]) {
  return [
    '  NO REAL FUNDS: these chains run on this machine only. The keys below are',
    '  derived from a public seed. Never send real coins to anything shown here.',
    '',
    `  Accounts of ${first.name}`,
    ...accountLines(first.accounts),
    ...others.map(({ name, url }) => `  ${name}: the same names, other keys: ${url}/devchain/accounts`),
    '',
  ];
}

/** Problems of the history node of this run that end by themselves: it starts, and reads the blocks so far. */
const CATCHING_UP =
  /; history: (?:not asked yet|cannot be reached[^;]*|timed out[^;]*|its head is [^;]* behind[^;]*)$/;

/** @param detail the readiness check of the nodes, in words */
const nodesText = (detail, hasHistory) =>
  hasHistory ? detail.replace(CATCHING_UP, '; the history node is catching up') : detail;

function networkLines({ networks, histories }) {
  if (networks.length === 0) return [];
  return ['  Networks', ...networks.flatMap((network) => networkText(network, histories.length > 0)), ''];
}

/** One line for a network that is well; below it, a line for each check that is not. */
function networkText({ name, info, problem, nodes, profile, affectedSet }, hasHistory) {
  const start = `    ${name.padEnd(9)}`;
  if (info === undefined) return [`${start}NO NODE ANSWERS: ${problem}`];
  const checks = [
    profile?.ok === true ? 'profile matches the chain' : undefined,
    nodes?.ok === true ? nodes.detail : undefined,
  ].filter(Boolean);
  const problems = [
    nodes && !nodes.ok && nodesText(nodes.detail, hasHistory),
    !profile?.ok && `profile: ${profile?.detail ?? 'not checked yet'}`,
    affectedSet && !affectedSet.ok && `affected set: ${affectedSet.detail}`,
  ].filter(Boolean);
  const facts = [`head ${info.head_block_num}`, ...checks].join(', ');
  return [`${start}${facts}`, ...problems.map((text) => `${' '.repeat(13)}${text}`)];
}

function headline({ networks, readyMs }) {
  const dead = networks.filter(({ info }) => info === undefined).map(({ name }) => name);
  const seconds = (readyMs / 1000).toFixed(1);
  if (dead.length === 0) return `ready in ${seconds} s`;
  if (dead.length === networks.length) return 'runs, but NO NODE ANSWERS: no tool can work yet';
  return `ready in ${seconds} s, except ${dead.join(', ')}: NO NODE ANSWERS there`;
}

/** Every address to open or to call; the last lines of the banner, which stay in sight. */
function addressLines({ gatewayUrl, chains, histories }) {
  const rows = [
    ...(gatewayUrl === undefined
      ? []
      : [
          ['Start page', `${gatewayUrl}/`],
          ['API', `${gatewayUrl}/docs`],
          ['REST', `${gatewayUrl}/v1/tools/<tool>`],
          ['MCP', `${gatewayUrl}/mcp`],
        ]),
    ...chains.map(({ name, url }) => [`${name}`, `${url}  (controls: /devchain/docs)`]),
    ...histories.map((url, index) => [index === 0 ? 'History' : '', `${url}  (API: /v2/docs)`]),
  ];
  return rows.map(([what, url]) => `  ${what.padEnd(11)} ${url}`);
}

const trialLines = (url, hasAccounts) => [
  '  Try it',
  hasAccounts
    ? `    curl -s ${url}/v1/tools/get_account -d '{"account":"alice"}'`
    : `    curl -s ${url}/v1/tools/get_chain_info -d '{}'`,
  '',
];

const bold = (text) => `\x1b[1m${text}\x1b[22m`;

/**
 * @param run `chains` with `accounts`, `networks`, `gatewayUrl` (without it: the chains only), `histories` (URLs, one
 * for each chain), `readyMs`
 */
export function banner(run, isColoured = false) {
  const { chains, networks, gatewayUrl } = run;
  const title = `${gatewayUrl ? 'Chain Tool Gateway' : 'Development chains'}: ${headline(run)}`;
  const lines = ['', RULE, ...(chains.length > 0 ? keyBlock(chains) : []), ...networkLines(run)];
  if (gatewayUrl && networks.some(({ info }) => info))
    lines.push(...trialLines(gatewayUrl, chains.length > 0));
  lines.push(`  ${isColoured ? bold(title) : title}`, '', ...addressLines(run), '');
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
