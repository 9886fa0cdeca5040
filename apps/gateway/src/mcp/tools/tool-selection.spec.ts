import { selectedTools, selectionOf } from './tool-selection';

const TOOLS = [
  { name: 'get_orders', kind: 'read', group: 'market' },
  { name: 'get_loans', kind: 'read', group: 'lending' },
  { name: 'place_order', kind: 'compose', group: 'market' },
  { name: 'push_transaction', kind: 'relay', group: 'relay' },
  { name: 'request_account', kind: 'relay', group: 'account' },
] as const;

const selected = (selection: string): string[] => selectedTools(TOOLS, selection).map(({ name }) => name);

describe('the selection of tools in an address', () => {
  it.each([
    ['read', ['get_orders', 'get_loans']],
    ['market', ['get_orders', 'place_order']],
    ['market,lending', ['get_orders', 'get_loans', 'place_order']],
    ['read,market', ['get_orders']],
    ['relay', ['push_transaction', 'request_account']],
    ['get_loans', ['get_loans']],
    [' read , push_transaction', ['get_orders', 'get_loans', 'push_transaction']],
  ])('the selection %p names the expected tools', (selection, names) => {
    expect(selected(selection)).toEqual(names);
  });

  it.each(['reed', '', 'read,,', '__proto__'])(
    'the selection of tools refuses "%s" and lists the valid words',
    (selection) => {
      expect(() => selected(selection)).toThrow(
        /is neither one of read, compose, relay, market, lending, account/,
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
