import { SpendingState } from '../ledger/spending-rules';
import { audit, unitsByEnding } from './audit';

const NOW = 1_000_000;

describe('the log beside the chain', () => {
  const state = new SpendingState();
  for (const [id, units, expires_at] of [
    ['executed', '5', NOW],
    ['lost', '7', NOW],
    ['open', '11', NOW + 1],
    ['back', '13', NOW],
  ] as const)
    state.apply({
      ...{ type: 'reserve', id, request: id, call: id, units: { USDT: units }, signed_at: 0 },
      ...{ expires_at, packed: '' },
    });
  state.apply({ type: 'outcome', id: 'executed', status: 'executed', block_num: 7 });
  state.apply({ type: 'void', id: 'back' });
  const asked = new Set(state.byId.keys());
  const at = (...ids: string[]) => new Map(ids.map((id) => [id, 7]));

  it('a log that the chain confirms has no problems, and its units by their ending', () => {
    const found = audit(state, { asked, executed: at('executed'), signed: at('executed') }, NOW);
    expect(found).toMatchObject({ problems: [], isLogIncomplete: false });
    expect(unitsByEnding(state, found, 'USDT')).toEqual({
      ...{ executed: 5n, not_found: 7n, open: 11n, given_back: 13n },
    });
  });

  it.each<[string, string[], string[], string]>([
    ['no node has', [], [], 'executed: the gateway said that block 7 has it'],
    ['was given back and executed', ['executed', 'back'], [], 'back: its room was given back'],
    [
      'the log lacks',
      ['executed'],
      ['executed', 'other'],
      'other of block 7 was signed with this permission',
    ],
  ])('a transaction that %s is a problem', (_, executed, signed, problem) => {
    const { problems } = audit(state, { asked, executed: at(...executed), signed: at(...signed) }, NOW);
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it('a transaction that was signed while the chain was read is no problem', () => {
    const view = { asked: new Set<string>(), executed: at(), signed: at() };
    expect(audit(state, view, NOW).problems).toEqual([]);
  });

  it('an unknown outcome that the chain knows is executed', () => {
    const { endings } = audit(state, { asked, executed: at('executed'), signed: at('lost') }, NOW);
    expect(endings.get('lost')).toBe('executed');
  });
});
