import { makeKeyFile } from '../keys/key-file';
import { readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { differenceLines } from './policy-commands';

describe('the changes since the sealed policy', () => {
  const sealed = readPolicy(policyText(), PROFILE_TEXT);
  let keyText: string;
  beforeAll(async () => {
    keyText = await makeKeyFile(Buffer.alloc(32, 7), 'correct horse', sealed.texts);
  });
  const changes = (policy: unknown, profile = PROFILE_TEXT) =>
    differenceLines(readPolicy(typeof policy === 'string' ? policy : policyText(policy), profile), keyText);

  it('a new receiver and a removed limit are shown', () => {
    const allow = {
      ...EXAMPLE_POLICY.allow,
      transfer: { USDT: { to: ['bob', 'carol'], memos: ['', 'home'] } },
    };
    expect(changes({ ...EXAMPLE_POLICY, confirm: undefined, allow })).toEqual([
      'Changes since the sealed policy (- before, + now):',
      '- USDT may be sent to bob alone, with the memo "" or "home" alone.',
      '- Above 20.00000000 USDT in one transaction a person approves.',
      '- The first payment to each receiver needs the approval of a person.',
      '- A person approves by `signer approve`, or on a page that "/usr/bin/xdg-open" opens.',
      expect.stringMatching(/^- WEAKER: the model's host may approve amounts too/),
      '+ USDT may be sent to bob, carol alone, with the memo "" or "home" alone.',
      '+ No amount needs the approval of a person.',
      '+ A person approves by `signer approve` alone.',
    ]);
  });

  it('another account behind a role of the profile is shown', () => {
    expect(changes(EXAMPLE_POLICY, PROFILE_TEXT.replace('exchange: dex', 'exchange: carol'))).toEqual([
      expect.any(String),
      '-   account of exchange: dex',
      '+   account of exchange: carol',
    ]);
  });

  it('a policy without a change is named, and one whose text alone changed', () => {
    expect(changes(EXAMPLE_POLICY)).toEqual(['This policy is sealed already.']);
    expect(changes(`# note\n${policyText()}`)).toEqual([
      'The rules are those that are sealed; the texts of the files differ.',
    ]);
  });
});
