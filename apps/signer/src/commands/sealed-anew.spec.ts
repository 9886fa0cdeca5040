import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeKeyFile, openKeyFile } from '../keys/key-file';
import { Ledger } from '../ledger/ledger';
import type { PolicyTexts } from '../policy/policy';
import { deriveCheaply } from '../testing/cheap-scrypt';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { SignerFolder } from './folder';

describe('a signer that runs while its key is sealed anew', () => {
  const folder = new SignerFolder(mkdtempSync(path.join(tmpdir(), 'sealed-')));
  beforeAll(deriveCheaply);
  afterAll(() => rmSync(folder.folder, { recursive: true }));

  it('the signer refuses every call once its key is bound to another policy, or gone', async () => {
    const own = { mode: 0o600 };
    writeFileSync(
      folder.policyFile,
      policyText({ ...EXAMPLE_POLICY, log_head: `${folder.folder}/head` }),
      own,
    );
    writeFileSync(folder.profileFile, PROFILE_TEXT, own);
    const keyFor = (texts: PolicyTexts) => makeKeyFile(Buffer.alloc(32, 7), 'correct horse battery', texts);
    const { hash, texts } = folder.policy();
    const keyText = await keyFor(texts);
    writeFileSync(folder.keyFile, keyText, own);
    const { macKey } = await openKeyFile(keyText, 'correct horse battery', hash);
    Ledger.create(folder.ledgerPlace(folder.policy()), macKey, Date.now());
    const { ledger, sender } = await folder.open('correct horse battery');
    const refusal = () =>
      sender.send({ tool: 'transfer', arguments: {}, request_id: 'one' }).catch((error: unknown) => error);
    expect(await refusal()).not.toMatchObject({ rule: 'sealed' });
    writeFileSync(folder.keyFile, await keyFor({ ...texts, policy: 'another' }), own);
    expect(await refusal()).toMatchObject({ rule: 'sealed' });
    rmSync(folder.keyFile);
    expect(await refusal()).toMatchObject({ rule: 'sealed' });
    ledger.close();
  });
});
