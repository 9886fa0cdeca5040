import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram, type Ended } from '../harness/process/run-program';

const UNIT = path.resolve(__dirname, '..', '..', 'apps', 'signer', 'chain-tool-signer.service');
/** Tenths of the exposure that systemd computes: 100 is a service without any setting, above 20 lies `medium` soon. */
const MOST_EXPOSURE = 20;

describe('the unit of systemd for a signer of its own user', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'signer-unit-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  // The program of Node is elsewhere on many machines, and systemd looks for it.
  const text = readFileSync(UNIT, 'utf8').replace(
    'ExecStart=/usr/bin/node ',
    `ExecStart=${process.execPath} `,
  );

  function analyze(unit: string, ...words: string[]): Promise<Ended> {
    const file = path.join(folder, 'chain-tool-signer.service');
    writeFileSync(file, unit);
    return runProgram('systemd-analyze', [...words, file]);
  }
  const verify = (unit: string) => analyze(unit, 'verify', '--man=no');
  const security = (unit: string) =>
    analyze(unit, 'security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSURE}`);

  it('systemd reads every setting, and finds a misspelt one', async () => {
    expect(await verify(text)).toEqual({ code: 0, output: '' });
    for (const [right, wrong] of [
      ['NoNewPrivileges=yes', 'NoNewPrivilege=yes'],
      ['ProtectSystem=strict', 'ProtectSystem=strictly'],
      ['LoadCredentialEncrypted=passphrase:', 'LoadCredentialEncrypted=pass/phrase:'],
    ] as const) {
      expect(text).toContain(right);
      expect((await verify(text.replace(right, wrong))).output).not.toBe('');
    }
  });

  it('systemd computes a low exposure, and a higher one without the settings that matter', async () => {
    expect(await security(text)).toMatchObject({ code: 0 });
    const without = text.replace(
      /^(?:CapabilityBoundingSet|NoNewPrivileges|SystemCallFilter|Protect).*$/gm,
      '',
    );
    expect(await security(without)).toMatchObject({ code: 1 });
  });

  it('the key reaches no core file, the socket is for a group, and the passphrase comes as a credential', () => {
    const settings = text.replace(/\\\n\s*/g, '').split('\n');
    expect(settings).toEqual(
      expect.arrayContaining([
        'LimitCORE=0',
        'MemorySwapMax=0',
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'StateDirectoryMode=0700',
        'RuntimeDirectoryMode=0750',
        'Group=chain-tool-agents',
        expect.stringMatching(/^LoadCredentialEncrypted=passphrase:/),
        expect.stringMatching(
          /^ExecStart=\S+ --disable-sigusr1 .+ --passphrase-file %d\/passphrase --socket /,
        ),
      ]),
    );
  });
});
