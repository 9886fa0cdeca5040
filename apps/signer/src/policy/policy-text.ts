import type { SpendingState } from '../ledger/spending-rules';
import { usedUnits } from '../ledger/spending-rules';
import { type Policy, TRANSACTIONS_CAP } from './policy';

const spanText = (ms: number): string =>
  ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`;

/** A decimal of a cap: its units at the precision of its token. */
function amountText(cap: string, units: bigint, { profile }: Policy): string {
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
    return [`At worst ${limits.join(', ')} ${words}; at most ${once} in one transaction.`];
  });
  return [
    `${file.account}@${file.permission} on ${file.network}, chain ${file.chain_id}.`,
    `The gateway ${file.gateway} composes and relays; nothing it says is believed.`,
    `Nodes of the owner: ${file.nodes.join(', ')}.`,
    ...(file.allow_full_permission === true ? ['The permission may do everything on this account.'] : []),
    `Allowed: ${Object.keys(file.allow).join(', ') || 'nothing'}. Everything else is refused.`,
    ...losses,
    ...allowLines(file),
    ...confirmLines(policy),
    file.stop_file === undefined
      ? 'No stop file.'
      : `While ${JSON.stringify(file.stop_file)} exists, nothing but cancel_order is signed.`,
    ...(file.log_head === undefined
      ? []
      : [`The newest entry of the log is kept in ${JSON.stringify(file.log_head)} too.`]),
  ];
}

/** The rules of the tools. */
function allowLines({ allow }: Policy['file']): string[] {
  const bands = Object.entries(allow.place_order?.pairs ?? {}).map(
    ([pair, { sell_from, buy_up_to }]) =>
      `Orders on ${pair}: ${buy_up_to === undefined ? 'no buying' : `buy at ${buy_up_to} or less`}, ${sell_from === undefined ? 'no selling' : `sell at ${sell_from} or more`}. At these prices the whole cap may be traded away.`,
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
  return [...bands, ...transfers, ...withdrawals, ...pools];
}

function confirmLines(policy: Policy): string[] {
  if (policy.confirmAbove.size === 0) return ['No amount needs the approval of a person.'];
  return [...policy.confirmAbove].map(
    ([token, units]) => `Above ${amountText(token, units, policy)} in one transaction a person approves.`,
  );
}

/** Room that is used and left, by cap and window. */
export function roomLines(policy: Policy, state: SpendingState, nowMs: number): string[] {
  return [...policy.caps].flatMap(([cap, windows]) =>
    windows.map(({ ms, max }) => {
      const used = usedUnits(state, cap, ms, nowMs);
      const left = used > max ? 0n : max - used;
      return `${cap} within ${spanText(ms)}: ${amountText(cap, used, policy)} used, ${amountText(cap, left, policy)} left`;
    }),
  );
}
