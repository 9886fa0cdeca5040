import { type FullWindow, noRoomUntil, type SpendingState, usedUnits } from '../ledger/spending-rules';
import { quoted } from '../visible-json';
import { durationMs } from './duration';
import { type Policy, TRANSACTIONS_CAP } from './policy';
import { shownAccounts } from './shown-accounts';
import { worstDay } from './worst-day';

const spanText = (ms: number): string =>
  ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`;

/** A decimal of a cap: its units at the precision of its token. */
export function amountText(cap: string, units: bigint, { profile }: Policy): string {
  if (cap === TRANSACTIONS_CAP) return `${units}`;
  const symbol = cap.split(' ').at(-1) ?? '';
  const precision = profile.tokens[symbol]?.precision ?? 0;
  const digits = units.toString().padStart(precision + 1, '0');
  return `${precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`} ${symbol}`;
}

/** The policy in plain words: what can be lost, what is allowed. */
export function policyLines(policy: Policy): string[] {
  const { file } = policy;
  const losses = [...policy.caps].flatMap(([cap, windows]) => {
    if (cap === TRANSACTIONS_CAP)
      return [`At most ${file.transactions.per_hour} transactions within 1 h are signed.`];
    const limits = windows.map(({ ms, max }) => `${amountText(cap, max, policy)} within ${spanText(ms)}`);
    const once = amountText(cap, policy.perTransaction.get(cap) ?? 0n, policy);
    const words = cap.startsWith('debt ')
      ? 'are borrowed'
      : cap.startsWith('collateral ')
        ? 'leave the vault'
        : 'leave the account';
    const day = amountText(cap, worstDay(windows), policy);
    return [
      `At worst ${limits.join(', ')} ${words}; at most ${once} in one transaction.`,
      `Worst case of any 24 h: ${day} ${words}.`,
    ];
  });
  return [
    `${file.account}@${file.permission} on ${file.network}, chain ${file.chain_id}.`,
    `The gateway ${quoted(file.gateway)} composes and relays; nothing it says is believed.`,
    `Nodes of the owner: ${file.nodes.map(quoted).join(', ')}. History: ${file.history_nodes?.map(quoted).join(', ') ?? 'none'}.`,
    ...(file.allow_full_permission === true ? ['The permission may do everything on this account.'] : []),
    `Allowed: ${Object.keys(file.allow).join(', ') || 'nothing'}. Everything else is refused.`,
    ...losses,
    paceLine(policy),
    ...allowLines(file),
    depositLine(file),
    ...confirmLines(policy),
    hoursLine(file),
    file.stop_file === undefined
      ? 'No stop file.'
      : `While ${JSON.stringify(file.stop_file)} exists, nothing but cancel_order is signed.`,
    file.reconcile === undefined
      ? 'No schedule compares the log with the chain.'
      : `While it serves, the log is compared with the history nodes every ${spanText(durationMs(file.reconcile))}: it stops at a transaction that the log lacks, and signs nothing before the first comparison.`,
    ...(file.log_head === undefined
      ? []
      : [`The newest entry of the log is kept in ${JSON.stringify(file.log_head)} too.`]),
  ];
}

function paceLine({ file: { transactions }, lifetimeMs }: Policy): string {
  const { concurrent } = transactions;
  const pace =
    concurrent === undefined
      ? 'Transactions without a known outcome are not limited.'
      : `At most ${concurrent} transactions have no known outcome at a time.`;
  return `What is signed can be executed for ${lifetimeMs / 1000} s. ${pace}`;
}

function depositLine(file: Policy['file']): string {
  const accounts = shownAccounts(file);
  return accounts.length === 0
    ? 'No Bitcoin address is shown.'
    : `Bitcoin addresses are shown of ${accounts.join(', ')} alone, as two nodes of the owner have them.`;
}

/** The rules of the tools. */
function allowLines({ allow }: Policy['file']): string[] {
  const bands = Object.entries(allow.place_order?.pairs ?? {}).flatMap(([pair, rule]) =>
    orderLines(pair, rule),
  );
  const transfers = Object.entries(allow.transfer ?? {}).map(
    ([token, { to, memos = [''] }]) =>
      `${token} may be sent to ${to.join(', ')} alone, with the memo ${memos.map((memo) => JSON.stringify(memo)).join(' or ')} alone.`,
  );
  const withdrawals = (['withdraw_btc', 'withdraw_collateral'] as const).flatMap((tool) => {
    const addresses = allow[tool]?.to.map((address) => JSON.stringify(address));
    return addresses === undefined ? [] : [`${tool} pays to ${addresses.join(', ')} alone.`];
  });
  const pools = (['lend', 'redeem', 'borrow'] as const).flatMap((tool) => {
    const rule = allow[tool];
    if (rule === undefined) return [];
    const rate = 'max_apr_bps' in rule ? `, at ${rule.max_apr_bps} bps a year at most` : '';
    return [`${tool}: pools ${rule.pools.join(', ')}${rate}.`];
  });
  const loans = (['borrow', 'withdraw_collateral'] as const).flatMap((tool) => {
    const rule = allow[tool];
    if (rule === undefined) return [];
    const { max_ltv_bps: bps } = rule;
    return [
      bps === undefined
        ? `${tool}: the loan-to-value is not bounded by this policy.`
        : `${tool}: debt is at most ${bps} bps of the collateral after it, by the oracle's price at each node.`,
    ];
  });
  return [...bands, ...transfers, ...withdrawals, ...pools, ...loans];
}

type OrderRule = NonNullable<NonNullable<Policy['file']['allow']['place_order']>['pairs']['btcusdt']>;

function orderLines(
  pair: string,
  { sell_from, buy_up_to, price_guard: guard, open_orders }: OrderRule,
): string[] {
  const buy = buy_up_to === undefined ? 'no buying' : `buy at ${buy_up_to} or less`;
  const sell = sell_from === undefined ? 'no selling' : `sell at ${sell_from} or more`;
  return [
    `Orders on ${pair}: ${buy}, ${sell}. At these prices the whole cap may be traded away.`,
    guard === undefined
      ? `Orders on ${pair} are not compared with the oracle.`
      : `Orders on ${pair} that are worse than the oracle by more than ${guard.worse_by_bps} bps ${guard.beyond === 'approve' ? 'need a person' : 'are refused'}: without a person at most ${guard.worse_by_bps / 100} % of what is traded is lost against the oracle at the signing. All are refused while its price is older than ${guard.max_age}.`,
    open_orders === undefined
      ? `Open orders on ${pair} are not limited.`
      : `Open orders on ${pair}: ${open_orders.count} at most, worth ${open_orders.value} of the quote token at most.`,
  ];
}

const hoursLine = ({ hours }: Policy['file']): string =>
  hours === undefined
    ? 'Signs at any time.'
    : `Signs without asking within ${hours.within.join(', ')} of ${quoted(hours.zone)}; else a person approves all but cancel_order.`;

function confirmLines(policy: Policy): string[] {
  const openWith = policy.file.confirm?.page?.open_with;
  const page =
    openWith === undefined
      ? 'A person approves by `signer approve` alone.'
      : `A person approves by \`signer approve\`, or on a page that ${JSON.stringify(openWith)} opens.`;
  const host =
    policy.file.confirm?.elicitation === true
      ? [
          "WEAKER: the model's host may approve amounts too. It is asked over MCP, and can say yes by itself, without a person at a terminal.",
        ]
      : [];
  const first =
    policy.file.confirm?.new_recipient === true
      ? ['The first payment to each receiver needs the approval of a person.']
      : [];
  if (policy.confirmAbove.size === 0)
    return ['No amount needs the approval of a person.', ...first, page, ...host];
  const above = [...policy.confirmAbove].map(
    ([token, units]) => `Above ${amountText(token, units, policy)} in one transaction a person approves.`,
  );
  return [...above, ...first, page, ...host];
}

/** Why a window of a cap has no room, with amounts of its token, and when it has. */
export function fullWindowText({ cap, ms, used, max, wanted, roomAt }: FullWindow, policy: Policy): string {
  const [before, most, more] = [used, max, wanted].map((units) => amountText(cap, units, policy));
  const next = roomAt === undefined ? 'it never has as much' : `room from ${new Date(roomAt).toISOString()}`;
  return `${cap}: ${before} of ${most} are used within ${spanText(ms)}, ${more} wanted: ${next}`;
}

/** Room that is used and left, by cap and window. */
export function roomLines(policy: Policy, state: SpendingState, nowMs: number): string[] {
  return [...policy.caps].flatMap(([cap, windows]) =>
    windows.map(({ ms, max }) => {
      const until = noRoomUntil(state, ms);
      if (nowMs < until)
        return `${cap} within ${spanText(ms)}: no room until ${new Date(until).toISOString()}, because the log was put back`;
      const used = usedUnits(state, cap, ms, nowMs);
      const left = used > max ? 0n : max - used;
      return `${cap} within ${spanText(ms)}: ${amountText(cap, used, policy)} used, ${amountText(cap, left, policy)} left`;
    }),
  );
}
