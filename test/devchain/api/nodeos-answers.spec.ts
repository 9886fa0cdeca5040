import { Bytes, KeyType, PrivateKey } from '@wharfkit/antelope';
import { createHash } from 'node:crypto';
import { createTokenContract } from '../../../apps/devchain/src/contracts/token/contract';
import { inRecordedForm, marked, readRecordedAnswers, type RecordedAnswer } from './support/recorded-answers';
import { recordedScenario } from './support/recorded-scenario';
import { TestChain } from '../../harness/node/test-chain';

/** Answers that differ from those of nodeos 5.0.3 on purpose, and why. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'unknown action':
    'the recorded contract ignores unknown actions; those of newer compilers, as here, refuse them',
  json_to_bin: 'clients of older nodes need the route, which Leap 5 no longer has',
  bin_to_json: 'clients of older nodes need the route, which Leap 5 no longer has',
};

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');
/** More than the six blocks that make a block final. */
const BLOCKS_TO_FINALITY = 8;

const keyOf = (name: string): PrivateKey =>
  new PrivateKey(KeyType.K1, Bytes.from(createHash('sha256').update(name).digest()));

describe('recorded answers of nodeos 5.0.3', () => {
  const recorded = readRecordedAnswers();
  const labels = Object.keys(recorded);
  let chain: TestChain;
  let ours: ReadonlyMap<string, RecordedAnswer>;

  beforeAll(async () => {
    chain = await TestChain.start({
      blocks: 'manual',
      now: () => NOW_MS,
      contracts: [createTokenContract('token')],
    });
    const answers = await recordedScenario({
      client: chain,
      keys: {
        system: chain.keyOf('eosio'),
        calice: keyOf('calice'),
        cbob: keyOf('cbob'),
        agent: keyOf('agent'),
      },
      finalize: () => {
        for (let block = 0; block < BLOCKS_TO_FINALITY; block++) chain.devchain.chain.produceBlock();
      },
    });
    ours = new Map([...answers].map(([label, answer]) => [label, inRecordedForm(answer)]));
  });
  afterAll(() => chain.close());

  it('the development chain answers every recorded request', () => {
    expect([...ours.keys()]).toEqual(labels);
  });

  it.each(labels.filter((label) => !(label in DIFFERENCES)))(
    'the development chain answers %p like nodeos',
    (label) => {
      expect(marked(recorded[label], ours.get(label))).toEqual(recorded[label]);
    },
  );

  it.each(Object.entries(DIFFERENCES))('the development chain answers %p otherwise, because %s', (label) => {
    expect(labels).toContain(label);
    expect(marked(recorded[label], ours.get(label))).not.toEqual(recorded[label]);
  });
});
