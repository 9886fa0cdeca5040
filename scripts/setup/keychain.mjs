// A real Secret Service for the specs of the signer's keychain: the program that speaks with it, the keychain of GNOME, and a
// session bus.
import { ensureProgram, isOnPath } from './apt.mjs';

const PROGRAMS = ['secret-tool', 'gnome-keyring-daemon', 'dbus-run-session'];
const PACKAGES = ['libsecret-tools', 'gnome-keyring', 'dbus'];

/** Whether `ensureKeychain` can succeed. The signer runs /usr/bin/secret-tool alone, so nothing is unpacked elsewhere. */
export const canInstallKeychain = () =>
  PROGRAMS.every(isOnPath) || (process.getuid?.() === 0 && isOnPath('apt-get'));

/** Resolves when all programs are on the PATH; ends the script where they cannot be. */
export async function ensureKeychain() {
  for (const program of PROGRAMS)
    await ensureProgram({
      commands: [program],
      packages: PACKAGES,
      purpose: `The specs of the keychain need ${program}`,
    });
}
