import { selectedTools, selectionOf } from './tool-selection';

const TOOLS = [
  { name: 'get_orders', kind: 'read', group: 'market', isExtension: false },
  { name: 'get_loans', kind: 'read', group: 'lending', isExtension: false },
  { name: 'get_candles', kind: 'read', group: 'market', isExtension: true },
  { name: 'place_order', kind: 'compose', group: 'market', isExtension: false },
  { name: 'push_transaction', kind: 'relay', group: 'relay', isExtension: false },
  { name: 'request_account', kind: 'relay', group: 'account', isExtension: false },
] as const;

const selected = (selection: string): string[] => selectedTools(TOOLS, selection).map(({ name }) => name);

describe('the selection of tools in an address', () => {
  it.each([
    ['read', ['get_orders', 'get_loans', 'get_candles']],
    ['market', ['get_orders', 'get_candles', 'place_order']],
    ['market,lending', ['get_orders', 'get_loans', 'get_candles', 'place_order']],
    ['read,market', ['get_orders', 'get_candles']],
    ['contract', ['get_orders', 'get_loans', 'place_order', 'push_transaction', 'request_account']],
    ['contract,read', ['get_orders', 'get_loans']],
    ['contract,read,market', ['get_orders']],
    ['contract,market,get_candles', ['get_orders', 'get_candles', 'place_order']],
    ['relay', ['push_transaction', 'request_account']],
    ['get_loans', ['get_loans']],
    [' read , push_transaction', ['get_orders', 'get_loans', 'get_candles', 'push_transaction']],
  ])('the selection %p names the expected tools', (selection, names) => {
    expect(selected(selection)).toEqual(names);
  });

  it.each(['reed', '', 'read,,', '__proto__'])(
    'the selection of tools refuses "%s" and lists the valid words',
    (selection) => {
      expect(() => selected(selection)).toThrow(
        /is neither one of contract, read, compose, relay, market, lending, account/,
      );
    },
  );

  it.each([
    ['/mcp', undefined],
    ['/mcp?x=1', undefined],
    ['/mcp?tools=read', 'read'],
    ['/mcp?tools=read%2Cmarket&x=1', 'read,market'],
    ['/mcp?tools=%', '%'],
  ])('the selection of tools in an address is read off %s', (url, selection) => {
    expect(selectionOf(url)).toBe(selection);
  });
});
