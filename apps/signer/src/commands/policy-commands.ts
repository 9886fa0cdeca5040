import { parseDocument } from 'yaml';
import { policyHashIn, resealKeyFile, sealedTextsIn } from '../keys/key-file';
import { completeLines } from '../policy/complete-text';
import { PolicyError, type Policy, readPolicy } from '../policy/policy';
import { readOwnFile, writeOwnFile } from '../private-file';
import { quoted, visibleLine } from '../visible-json';
import { confirm } from './confirmation';
import type { SignerFolder } from './folder';
import type { Command } from './options';
import { readPassphrase } from './passphrase';
import { type Renewed, withRenewedLayouts } from './renewed-layouts';

const asWritten = (folder: SignerFolder): Renewed => ({ policy: folder.policy(), changes: [] });

async function renewed(policy: Policy): Promise<Renewed> {
  const { changes, ...found } = await withRenewedLayouts(policy);
  const head = 'Layouts of actions, as all of your nodes state them:';
  return { ...found, changes: changes.length === 0 ? [] : [head, ...changes] };
}

const seal: Command = async (options, folder) => {
  const keyText = readOwnFile(folder.keyFile);
  const { policy, changes } = options.renew === true ? await renewed(folder.policy()) : asWritten(folder);
  if (options.renew === true && changes.length === 0)
    return ['the layouts of profile.yaml are those of your nodes: nothing was changed'];
  assertSameChain(policy, keyText);
  const lines = [
    ...completeLines(policy),
    ...['', ...changes.map(visibleLine)],
    ...['', ...differenceLines(policy, keyText)],
  ];
  await confirm(options, { lines, code: policy.hash });
  const passphrase = await readPassphrase(options, folder);
  const resealed = await resealKeyFile(keyText, passphrase, policy.texts);
  if (options.renew === true) writeOwnFile(folder.profileFile, policy.texts.profile);
  writeOwnFile(folder.keyFile, resealed);
  return [...(options.confirm === undefined ? [] : lines), 'sealed'];
};

/**
 * A log is of one chain: on another one its request ids, receivers and transactions stand for nothing that was done there.
 * @throws PolicyError
 */
function assertSameChain({ file }: Policy, keyText: string): void {
  const sealed = parseDocument(sealedTextsIn(keyText).policy).get('chain_id');
  if (sealed !== file.chain_id)
    throw new PolicyError(
      `chain_id: the key and the log of this folder are sealed for the chain ${quoted(String(sealed))}. Make a folder for another chain: signer init --folder NEW`,
    );
}

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
