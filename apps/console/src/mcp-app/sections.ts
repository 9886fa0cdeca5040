import { percentOf } from '../ui/texts';
import { isMembers, type Members, textOf } from './members';

interface Label {
  readonly label: string;
  /** In place of null. */
  readonly ifNull?: string;
  /** Basis points. */
  readonly isBps?: true;
}

interface SectionLabels {
  readonly title: string;
  readonly members: Readonly<Record<string, Label>>;
}

/** A heading, and names with their values. */
export interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

const NO_PRICE = 'not known: there is no usable price';

/** Effects of the dry run beside the balances. */
const SECTIONS: Readonly<Record<string, SectionLabels>> = {
  order: {
    title: 'Order',
    members: {
      filled: { label: 'Trades at once (base)' },
      average_price: { label: 'At, on average (quote per base)', ifNull: 'nothing trades' },
      resting: { label: 'Stays in the book (base)' },
      refunded: { label: 'Returned at once' },
    },
  },
  loan: {
    title: 'Loan',
    members: {
      debt_after: { label: 'Debt after (USDT)' },
      ltv_bps_before: { label: 'LTV before', ifNull: NO_PRICE, isBps: true },
      ltv_bps_after: { label: 'LTV after', ifNull: NO_PRICE, isBps: true },
      liquidation_price_after: {
        label: 'At risk at a price of BTC of (USDT)',
        ifNull: 'none: without a debt or collateral',
      },
    },
  },
  shares: {
    title: 'Shares of a pool',
    members: { pool_id: { label: 'Pool' }, change: { label: 'Change of shares' } },
  },
  queue: {
    title: 'Queue',
    members: {
      position: { label: 'Place', ifNull: 'behind all that was looked through' },
      usdt_ahead: { label: 'Waits before it (USDT)', ifNull: 'not known' },
    },
  },
  fee: {
    title: 'Fee of the bridge',
    members: {
      token: { label: 'Token' },
      amount: { label: 'Fee' },
      arrives: { label: 'Bitcoin that arrives' },
    },
  },
};

/** Sections of a dry run, or of a step of it. A member that this page does not know has its own name. */
export const sectionsOf = (run: Members, shownApart: readonly string[]): Section[] =>
  Object.entries(run)
    .filter(([name, value]) => !shownApart.includes(name) && value !== undefined)
    .map(([name, value]) => sectionOf(name, value));

function sectionOf(name: string, value: unknown): Section {
  const labels = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
  const title = labels?.title ?? name;
  if (!isMembers(value)) return { title, rows: [['value', textOf(value)]] };
  const rows = Object.entries(value).map(([member, each]) => {
    const known = labels !== undefined && Object.hasOwn(labels.members, member);
    const label = known ? labels.members[member] : undefined;
    return [label?.label ?? member, valueText(each, label)] as const;
  });
  return { title, rows };
}

function valueText(value: unknown, label: Label | undefined): string {
  if (value === null && label?.ifNull !== undefined) return label.ifNull;
  return label?.isBps && Number.isSafeInteger(value) ? percentOf(value as number) : textOf(value);
}
