import { OverviewView } from '../views/overview/overview-view';
import type { View } from '../views/view-props';

interface ViewEntry {
  readonly title: string;
  readonly load: () => Promise<View>;
}

/** The styles of all views but the first one, and of what the first one shows later; added once. */
function addStyles(): void {
  const href = document.documentElement.dataset['styles'] ?? '';
  if (document.head.querySelector(`link[href="${href}"]`) !== null) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

const later = (title: string, load: () => Promise<{ readonly View: View }>): ViewEntry => ({
  title,
  load: async () => {
    addStyles();
    return (await load()).View;
  },
});

/** Every view by the part of the address behind the network. All but the first one are loaded when they are shown. */
export const VIEWS: Readonly<Record<string, ViewEntry>> = {
  '': {
    title: 'Overview',
    load: () => {
      setTimeout(addStyles);
      return Promise.resolve(OverviewView);
    },
  },
  account: later('Account', () => import('../views/account/account-view')),
  transaction: later('Transaction', () => import('../views/transaction/transaction-view')),
  block: later('Block', () => import('../views/block/block-view')),
  contract: later('Contract', () => import('../views/contract/contract-view')),
  development: later('Development chain', () => import('../views/development/development-view')),
  key: later('Public key', () => import('../views/key/key-view')),
  market: later('Market', () => import('../views/market/market-view')),
  lending: later('Lending', () => import('../views/lending/lending-view')),
  agents: later('Agents', () => import('../views/agents/agents-view')),
  tools: later('Tools', () => import('../views/tools/tools-view')),
};
