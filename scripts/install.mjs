// Installs the packages of tests and checks when they are missing or not those of the lock file.
import { ensureInstalled } from './setup.mjs';

await ensureInstalled('all');
