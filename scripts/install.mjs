// Installs the packages of tests and checks when they are missing or differ from the lock file.
import { ensureInstalled } from './setup.mjs';

await ensureInstalled('all');
