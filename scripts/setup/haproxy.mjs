// A real load balancer for the specs of several replicas.
import { ensureDebianProgram } from './debian-program.mjs';

/** Resolves when `haproxy` is on the PATH of this process and of its children. */
export const ensureHaproxy = () =>
  ensureDebianProgram({
    program: 'haproxy',
    folder: 'usr/sbin',
    packages: ['haproxy'],
    versionFlag: '-v',
    advice:
      'The specs of several replicas need haproxy on the PATH. Install it: `apt-get install haproxy` (Debian, Ubuntu), `dnf install haproxy` (Fedora), `brew install haproxy` (macOS).',
  });
