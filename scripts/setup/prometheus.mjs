// Prometheus and its rule checker for the specs of alerts and dashboard.
import { ensureDebianProgram } from './debian-program.mjs';

/** Resolves when `promtool` and `prometheus` are on the PATH of this process and of its children. */
export const ensurePrometheus = () =>
  ensureDebianProgram({
    program: 'prometheus',
    others: ['promtool'],
    folder: 'usr/bin',
    packages: ['prometheus'],
    versionFlag: '--version',
    advice:
      'The specs of alerts and dashboard need prometheus and promtool on the PATH. Install it: `apt-get install prometheus` (Debian, Ubuntu), `dnf install golang-github-prometheus` (Fedora), `brew install prometheus` (macOS).',
  });
