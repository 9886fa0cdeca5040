import type { Transaction } from '@app/antelope';
import {
  AnswerTooLargeError,
  NodeAnswerError,
  UnreadableAnswerError,
  UpstreamUnavailableError,
} from '@app/upstream';
import { readAuthorities } from './read-authorities';

const transaction = {
  actions: [{ authorization: [{ actor: 'alice', permission: 'active' }] }],
} as unknown as Transaction;
const chainThatFails = (error: Error) => ({ account: () => Promise.reject(error) });

describe('readAuthorities', () => {
  it.each([
    new AnswerTooLargeError('node', 1),
    new NodeAnswerError(500, 0, '', 'busy'),
    new UnreadableAnswerError('get_account'),
    new UpstreamUnavailableError('mainnet', []),
  ])('readAuthorities leaves out an account that cannot be read: $name', async (error) => {
    expect(await readAuthorities(chainThatFails(error), transaction)).toEqual([]);
  });

  it('an unexpected error is rethrown', async () => {
    await expect(readAuthorities(chainThatFails(new TypeError('defect')), transaction)).rejects.toThrow(
      'defect',
    );
  });
});
