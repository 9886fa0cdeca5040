import { NodeAnswerError } from '../node/errors';
import { preferDefinitive, refusalMeaning, type RefusalMeaning } from './push-refusal';

const refusal = (code: number, name = '') => new NodeAnswerError(500, code, name, 'reason');

describe('refusalMeaning', () => {
  it.each<[RefusalMeaning, number, string]>([
    ['duplicate', 3040008, 'tx_duplicate'],
    ['duplicate', 0, 'tx_duplicate'],
    ['expired', 3040005, 'expired_tx_exception'],
    ['node-trouble', 3040007, 'invalid_ref_block_exception'],
    ['node-trouble', 3080004, 'tx_cpu_usage_exceeded'],
    ['node-trouble', 3080006, 'deadline_exception'],
    ['node-trouble', 3080007, 'greylist_net_usage_exceeded'],
    ['node-trouble', 3080008, 'greylist_cpu_usage_exceeded'],
    ['node-trouble', 3080012, 'interrupt_oc_exception'],
    ['node-trouble', 3081001, 'leeway_deadline_exception'],
    ['definitive', 3050003, 'eosio_assert_message_exception'],
    ['definitive', 3090003, 'unsatisfied_authorization'],
    ['definitive', 3080001, 'ram_usage_exceeded'],
    ['definitive', 0, ''],
  ])('refusalMeaning is %s for code %d %s', (meaning, code, name) => {
    expect(refusalMeaning(refusal(code, name))).toBe(meaning);
  });
});

describe('preferDefinitive', () => {
  const trouble = refusal(3080006);
  const definitive = refusal(3050003);
  const expired = refusal(3040005);

  it.each([
    ['the only refusal', undefined, trouble, trouble],
    ['the definitive one after trouble of a node', trouble, definitive, definitive],
    ['"expired" after trouble of a node', trouble, expired, expired],
    ['the first of two definitive ones', definitive, refusal(3050003), definitive],
    ['the definitive one before trouble of a node', definitive, trouble, definitive],
  ])('preferDefinitive reports %s', (_, first, other, reported) => {
    expect(preferDefinitive(first, other)).toBe(reported);
  });
});
