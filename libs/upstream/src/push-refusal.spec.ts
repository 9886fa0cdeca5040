import { NodeAnswerError } from './errors';
import { preferFinal, refusalMeaning, type RefusalMeaning } from './push-refusal';

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
    ['final', 3050003, 'eosio_assert_message_exception'],
    ['final', 3090003, 'unsatisfied_authorization'],
    ['final', 3080001, 'ram_usage_exceeded'],
    ['final', 0, ''],
  ])('is %s for code %d %s', (meaning, code, name) => {
    expect(refusalMeaning(refusal(code, name))).toBe(meaning);
  });
});

describe('preferFinal', () => {
  const trouble = refusal(3080006);
  const final = refusal(3050003);
  const expired = refusal(3040005);

  it.each([
    ['the only refusal', undefined, trouble, trouble],
    ['the final one after trouble of a node', trouble, final, final],
    ['"expired" after trouble of a node', trouble, expired, expired],
    ['the first of two final ones', final, refusal(3050003), final],
    ['the final one before trouble of a node', final, trouble, final],
  ])('reports %s', (_, first, other, reported) => {
    expect(preferFinal(first, other)).toBe(reported);
  });
});
