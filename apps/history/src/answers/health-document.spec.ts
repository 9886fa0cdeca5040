import type { StoreStatus } from '../store/records';
import { type HealthFacts, healthDocument } from './health-document';

const NOW = Date.UTC(2030, 0, 1);
const SLOT_MS = 500;
const HEAD = 1_000;
const IRREVERSIBLE = HEAD - 325;

/** The index has the blocks up to this one, of a chain whose head is as old as given. */
function indexOf(last: number, headAgeMs: number, facts: Partial<HealthFacts>) {
  const timeMs = NOW - headAgeMs - (HEAD - last) * SLOT_MS;
  const store: StoreStatus = {
    chainId: new Uint8Array(32),
    head: { num: last, id: new Uint8Array(32), timeMs, producer: 0n },
    irreversibleNum: Math.min(last, IRREVERSIBLE),
    firstBlockNum: 1,
    isPruned: false,
    holes: [],
    actions: 0,
    stateKnownFrom: undefined,
  };
  const isIrreversibleOnly = facts.isIrreversibleOnly ?? false;
  const targetNum = isIrreversibleOnly ? IRREVERSIBLE : HEAD;
  const document = healthDocument({
    ...{ version: '1.0.0', nowMs: NOW, store, hasStream: true, isIrreversibleOnly },
    source: { isConnected: true, nodeHeadNum: HEAD, targetNum, error: undefined },
    node: { headNum: HEAD, headTimeMs: NOW - headAgeMs, irreversibleNum: IRREVERSIBLE, chainId: '' },
    ...facts,
  }) as { health: { status: string; service_data: { head_offset: number } }[] };
  const { status, service_data } = document.health[2]!;
  return { status, offset: service_data.head_offset };
}

describe('the index in /v2/health', () => {
  it.each([
    ['at the head', HEAD, 200, 'OK', 0],
    ['at the irreversible block', IRREVERSIBLE, 200, 'Error', 325],
    ['behind by some blocks', HEAD - 21, 200, 'Warning', 21],
    ['at the head of a chain that stands still', HEAD, 31_000, 'Error', 0],
  ])('an index of the head is judged by the head of the node: %s', (_where, last, ageMs, status, offset) => {
    expect(indexOf(last, ageMs, {})).toEqual({ status, offset });
  });

  it.each([
    ['at that block', IRREVERSIBLE, 200, 'OK', 0],
    ['behind by some blocks', IRREVERSIBLE - 21, 200, 'Warning', 21],
    ['behind by 31 s', IRREVERSIBLE - 62, 200, 'Error', 62],
    ['at that block of a chain that stands still', IRREVERSIBLE, 31_000, 'Error', 0],
  ])(
    'an index of final blocks is judged by the irreversible block of the node: %s',
    (_where, last, ageMs, status, offset) => {
      expect(indexOf(last, ageMs, { isIrreversibleOnly: true })).toEqual({ status, offset });
    },
  );

  it('an index of final blocks is well where the node has no HTTP API, and not where its connection is lost', () => {
    const facts = { isIrreversibleOnly: true, node: undefined };
    expect(indexOf(IRREVERSIBLE, 200, facts).status).toBe('OK');
    const source = { isConnected: false, nodeHeadNum: HEAD, targetNum: IRREVERSIBLE, error: undefined };
    expect(indexOf(IRREVERSIBLE, 200, { ...facts, source }).status).toBe('Error');
  });
});
