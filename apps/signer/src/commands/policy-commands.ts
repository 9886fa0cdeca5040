import { policyHashIn, resealKeyFile, sealedTextsIn } from '../keys/key-file';
import { completeLines } from '../policy/complete-text';
import { PolicyError, type Policy, readPolicy } from '../policy/policy';
import { readOwnFile, writeOwnFile } from '../private-file';
import { confirm } from './confirmation';
import type { Command } from './options';
import { readPassphrase } from './passphrase';

const CODE_LENGTH = 16;

const seal: Command = async (options, folder) => {
  const policy = folder.policy();
  const keyText = readOwnFile(folder.keyFile);
  const lines = [...completeLines(policy), '', ...differenceLines(policy, keyText)];
  await confirm(options, { lines, code: policy.hash.slice(0, CODE_LENGTH) });
  const passphrase = await readPassphrase(options, folder);
  writeOwnFile(folder.keyFile, await resealKeyFile(keyText, passphrase, policy.texts));
  return [...(options.confirm === undefined ? [] : lines), 'sealed'];
};

/** The changes since the policy that the key is bound to. */
export function differenceLines(policy: Policy, keyText: string): string[] {
  if (policyHashIn(keyText) === policy.hash) return ['This policy is sealed already.'];
  let before: string[];
  try {
    const sealed = sealedTextsIn(keyText);
    before = completeLines(readPolicy(sealed.policy, sealed.profile));
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return [`The sealed policy is of another version, so it is not compared: ${error.message}`];
  }
  const now = completeLines(policy);
  const changes = [
    ...before.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
  return changes.length === 0
    ? ['The rules are those that are sealed; the texts of the files differ.']
    : ['Changes since the sealed policy (- before, + now):', ...changes];
}

/** Commands for the policy. */
export const POLICY_COMMANDS: Readonly<Record<string, Command>> = {
  'policy check': (_, folder) => {
    folder.policy();
    return ['the policy is valid'];
  },
  'policy show': (_, folder) => completeLines(folder.policy()),
  'policy seal': seal,
};
