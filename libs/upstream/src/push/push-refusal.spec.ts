import { NodeAnswerError } from '../node/errors';
import { preferDefinitive, refusalMeaning, refusesTransaction, type RefusalMeaning } from './push-refusal';

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

describe('refusesTransaction', () => {
  it.each([
    ['an assertion of a contract', 500, 3_050_003, 'eosio_assert_message_exception'],
    ['a missing signature at 401', 401, 3_090_003, 'unsatisfied_authorization'],
    ['a body that cannot be read', 400, 3_200_006, 'invalid_http_request'],
    ['a duplicate', 409, 3_040_008, 'tx_duplicate'],
    ['the end of the input at 422', 422, 11, 'eof_exception'],
    ['a signature that belongs to no key', 500, 10, 'assert_exception'],
    ['a route that the node does not have', 404, 0, 'exception'],
  ])('refusesTransaction is true for %s', (_, status, code, name) => {
    expect(refusesTransaction(new NodeAnswerError(status, code, name, 'reason'))).toBe(true);
  });

  it.each([
    ['the limit of a proxy in JSON', 403, 0, ''],
    ['a large request', 413, 3_200_006, 'invalid_http_request'],
    ['a rate limit', 429, 0, ''],
    ['a proxy without its node', 502, 0, ''],
    ['a busy service in JSON', 503, 0, ''],
    ['an error of the chain at 503', 503, 3_050_003, 'eosio_assert_message_exception'],
    ['a proxy that waited too long', 504, 0, ''],
    ['an error of a service in front of the node', 500, 0, ''],
    ['a time limit of writing the answer', 500, 2, 'timeout_exception'],
    ['an error without a kind', 500, 0, 'exception'],
    ['an error of the language library', 500, 13, 'std_exception'],
    ['a 404 of a service in front of the node', 404, 0, ''],
  ])('refusesTransaction is false for %s: it may come after the execution', (_, status, code, name) => {
    expect(refusesTransaction(new NodeAnswerError(status, code, name, 'reason'))).toBe(false);
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
