import { OverviewView } from '../views/overview/overview-view';
import type { View } from '../views/view-props';

interface ViewEntry {
  readonly title: string;
  readonly load: () => Promise<View>;
}

/** The styles of all views but the first one; added once. */
function addStyles(): void {
  const href = document.documentElement.dataset['styles'] ?? '';
  if (document.head.querySelector(`link[href="${href}"]`) !== null) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

const later = (title: string, load: () => Promise<View>): ViewEntry => ({
  title,
  load: () => {
    addStyles();
    return load();
  },
});

/** Every view by the part of the address behind the network. All but the first one are loaded when they are shown. */
export const VIEWS: Readonly<Record<string, ViewEntry>> = {
  '': { title: 'Overview', load: () => Promise.resolve(OverviewView) },
  account: later('Account', async () => (await import('../views/account/account-view')).AccountView),
  transaction: later(
    'Transaction',
    async () => (await import('../views/transaction/transaction-view')).TransactionView,
  ),
  block: later('Block', async () => (await import('../views/block/block-view')).BlockView),
  contract: later('Contract', async () => (await import('../views/contract/contract-view')).ContractView),
  development: later(
    'Development chain',
    async () => (await import('../views/development/development-view')).DevelopmentView,
  ),
  key: later('Public key', async () => (await import('../views/key/key-view')).KeyView),
  market: later('Market', async () => (await import('../views/market/market-view')).MarketView),
  lending: later('Lending', async () => (await import('../views/lending/lending-view')).LendingView),
  agents: later('Agents', async () => (await import('../views/agents/agents-view')).AgentsView),
  tools: later('Tools', async () => (await import('../views/tools/tools-view')).ToolsView),
};
