import { commandLineText } from './command-line';

const PROGRAM = { name: 'program', folder: __dirname, settings: { PORT: { allowed: 'a TCP port' } } };

describe('the command line', () => {
  it('a program without arguments has no text to print', () => {
    expect(commandLineText([], PROGRAM)).toBeUndefined();
  });

  it('--help names each setting and its allowed values', () => {
    expect(commandLineText(['--help'], PROGRAM)).toContain('  PORT: a TCP port');
  });

  it('--version is the version of the package', () => {
    expect(commandLineText(['--version'], PROGRAM)).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('arguments of a program of another name are refused', () => {
    expect(() => commandLineText(['--prot=80'], PROGRAM)).toThrow('unknown argument "--prot=80"');
  });
});
