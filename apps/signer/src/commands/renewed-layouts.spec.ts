import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Layout } from '@app/client';
import { DEVELOPMENT_SIGNER_PROFILE } from '../chain/development-profile';
import { makeKeyFile, openKeyFile, policyHashIn } from '../keys/key-file';
import { deriveCheaply } from '../testing/cheap-scrypt';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { FakeNodes } from '../testing/fake-node';
import { run } from './commands';
import type { Options } from './options';
import { SignerFolder } from './folder';

const PASSPHRASE = 'correct horse battery';
const { layouts: LAYOUTS } = DEVELOPMENT_SIGNER_PROFILE;
const TRANSFER = LAYOUTS['usdt.token::transfer']!;
const [FROM, TO, QUANTITY, MEMO] = TRANSFER as [Layout[0], Layout[0], Layout[0], Layout[0]];

/** ABIs with these layouts, by account. */
function abiOf(account: string, layouts: Readonly<Record<string, Layout>>) {
  const own = Object.entries(layouts).flatMap(([action, layout]) => {
    const [holder, name = ''] = action.split('::');
    return holder === account ? [{ name, layout }] : [];
  });
  return {
    actions: own.map(({ name }) => ({ name, type: name })),
    structs: own.map(({ name, layout }) => ({
      ...{ name, base: '' },
      fields: layout.map(([member, type]) => ({ name: member, type })),
    })),
  };
}

describe('signer policy seal --renew', () => {
  const fake = new FakeNodes();
  const folder = new SignerFolder(mkdtempSync(path.join(tmpdir(), 'renew-')));
  const passphraseFile = path.join(folder.folder, 'passphrase');
  beforeAll(deriveCheaply);
  afterEach(() => fake.close());
  afterAll(() => rmSync(folder.folder, { recursive: true }));

  const nodeWith = (
    changed: Readonly<Record<string, Layout | undefined>>,
    chain_id = EXAMPLE_POLICY.chain_id,
  ) => {
    const layouts = Object.fromEntries(
      Object.entries({ ...LAYOUTS, ...changed }).filter(([, layout]) => layout !== undefined),
    ) as Record<string, Layout>;
    return fake.start({
      'chain/get_info': () => ({ chain_id }),
      'chain/get_abi': ({ account_name }) => ({ account_name, abi: abiOf(String(account_name), layouts) }),
    });
  };

  /** A sealed folder with these nodes. Its profile has a comment. */
  async function sealedWith(nodes: readonly string[]): Promise<void> {
    writeOwn(folder.policyFile, policyText({ ...EXAMPLE_POLICY, nodes }));
    writeOwn(folder.profileFile, `# names of my chain\n${PROFILE_TEXT}`);
    writeOwn(folder.keyFile, await makeKeyFile(Buffer.alloc(32, 7), PASSPHRASE, folder.policy().texts));
    writeOwn(passphraseFile, PASSPHRASE);
  }

  function writeOwn(file: string, text: string): void {
    writeFileSync(file, text);
    chmodSync(file, 0o600);
  }

  const renew = (options: Partial<Options> = {}) =>
    run(['policy', 'seal'], {
      ...{ folder: folder.folder, network: 'mainnet', renew: true, 'passphrase-file': passphraseFile },
      ...options,
    });
  const files = () =>
    [folder.policyFile, folder.profileFile, folder.keyFile].map((file) => readFileSync(file, 'utf8'));

  /** Asserts a refusal after which no file is another one. @returns its message */
  async function refusal(options?: Partial<Options>): Promise<string> {
    const before = files();
    const error: unknown = await renew(options).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect(files()).toEqual(before);
    return (error as Error).message;
  }
  const codeIn = (message: string) => /--confirm ([0-9a-f]{64})/.exec(message)![1]!;

  it('a changed layout is shown in words, and sealed with the code of exactly this change', async () => {
    const changed = { 'usdt.token::transfer': [TO, FROM, QUANTITY, MEMO] as Layout };
    await sealedWith([await nodeWith(changed), await nodeWith(changed)]);
    const shown = await refusal();
    expect(shown).toContain(`usdt.token::transfer: its members have another order
  before: from name, to name, quantity asset, memo string
  now:    to name, from name, quantity asset, memo string
`);
    expect(shown).toContain(
      '-   layout of usdt.token::transfer: from name, to name, quantity asset, memo string\n',
    );
    expect(await renew({ confirm: codeIn(shown) })).toEqual(expect.arrayContaining(['sealed']));
    const policy = folder.policy();
    expect(policy.profile).toEqual({ ...DEVELOPMENT_SIGNER_PROFILE, layouts: { ...LAYOUTS, ...changed } });
    expect(policy.texts.profile.startsWith('# names of my chain\n')).toBe(true);
    const keyText = readFileSync(folder.keyFile, 'utf8');
    expect(policyHashIn(keyText)).toBe(policy.hash);
    await expect(openKeyFile(keyText, PASSPHRASE, policy.hash)).resolves.toBeDefined();
    expect(await renew()).toEqual([
      'the layouts of profile.yaml are those of your nodes: nothing was changed',
    ]);
  });

  it('new, lost and retyped members are named, and an action that the profile does not fill any more', async () => {
    const changed = {
      'usdt.token::transfer': [FROM, TO, ['quantity', 'int64'], ['fee', 'asset']] as Layout,
      'loan::cancelloan': undefined,
    };
    await sealedWith([await nodeWith(changed), await nodeWith(changed)]);
    const shown = await refusal();
    expect(shown).toContain(
      'usdt.token::transfer: without memo (string); with the new fee (asset); quantity is int64 and was asset\n',
    );
    expect(shown).toContain('loan::cancelloan: the contract has no such action any more\n');
    expect(shown).toContain('usdt.token::transfer cannot be signed: actions.transfer of profile.yaml fills');
  });

  it('the code of another change is refused', async () => {
    const nodes = async (layout: Layout) => [
      await nodeWith({ 'usdt.token::transfer': layout }),
      await nodeWith({ 'usdt.token::transfer': layout }),
    ];
    await sealedWith(await nodes([FROM, TO, QUANTITY]));
    const code = codeIn(await refusal());
    await sealedWith(await nodes([TO, FROM, QUANTITY, MEMO]));
    expect(await refusal({ confirm: code })).toContain('is not the code of this step');
  });

  const swapped = { 'usdt.token::transfer': [TO, FROM, QUANTITY, MEMO] as Layout };
  it.each<[string, () => Promise<string[]>, string]>([
    ['nodes that differ', async () => [await nodeWith(swapped), await nodeWith({})], 'different ABIs'],
    ['one node', async () => [await nodeWith(swapped)], 'need two that agree'],
    [
      'nodes of another chain',
      async () => [await nodeWith(swapped, 'cd'.repeat(32)), await nodeWith(swapped, 'cd'.repeat(32))],
      'another chain than that of the policy',
    ],
    [
      'a node that does not answer',
      async () => [await nodeWith(swapped), await fake.start({})],
      'does not state',
    ],
    [
      'a name with control characters',
      async () => {
        const odd = { 'usdt.token::transfer': [['\u001b[2Jfrom', 'name'], TO, QUANTITY, MEMO] as Layout };
        return [await nodeWith(odd), await nodeWith(odd)];
      },
      'is no word',
    ],
  ])('%s: nothing is sealed', async (_, nodes, reason) => {
    await sealedWith(await nodes());
    expect(await refusal()).toContain(reason);
  });

  it('without the passphrase nothing is sealed', async () => {
    await sealedWith([await nodeWith(swapped), await nodeWith(swapped)]);
    const confirm = codeIn(await refusal());
    writeOwn(passphraseFile, 'another passphrase');
    expect(await refusal({ confirm })).toContain('passphrase');
    rmSync(passphraseFile);
    expect(await refusal({ confirm })).toContain('does not exist');
  });

  it('a policy of another chain is not sealed: the log of the folder is of one chain', async () => {
    const chain_id = '12'.repeat(32);
    await sealedWith([await nodeWith({}, chain_id), await nodeWith({}, chain_id)]);
    const { nodes } = folder.policy().file;
    writeOwn(folder.policyFile, policyText({ ...EXAMPLE_POLICY, nodes, chain_id }));
    for (const options of [{ renew: false }, { renew: false, confirm: folder.policy().hash }])
      expect(await refusal(options)).toBe(
        `chain_id: the key and the log of this folder are sealed for the chain ${EXAMPLE_POLICY.chain_id}. Make a folder for another chain: signer init --folder NEW`,
      );
  });
});
