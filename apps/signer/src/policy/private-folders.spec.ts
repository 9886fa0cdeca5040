import { assertOutsidePrivateFolders } from './private-folders';

describe('files of the policy of a service', () => {
  it.each([
    ['stop_file', '/tmp/STOP'],
    ['stop_file', '/var/tmp/signer/STOP'],
    ['log_head', '/var/lib/../tmp/head'],
    ['log_head', '//tmp//head'],
  ])('%s at %s is refused: a service has that folder for itself', (member, file) => {
    expect(() => assertOutsidePrivateFolders({ [member]: file })).toThrow(`policy: ${member} is below /`);
  });

  it('files at other places, and none, are taken', () => {
    for (const file of ['/var/lib/chain-tool-signer/STOP', '/tmpfs/STOP', '/mnt/tmp/STOP'])
      expect(() => assertOutsidePrivateFolders({ stop_file: file, log_head: file })).not.toThrow();
    expect(() => assertOutsidePrivateFolders({})).not.toThrow();
  });
});
