// A ClickHouse server of its own process, and ZooKeeper for its replicas, for the specs of a cold tier with replicas. The
// server is that of Debian 12, release 18.16 of 2018.
import path from 'node:path';
import { makeCached } from './cached-tool.mjs';
import { answersVersion, canUnpackPackages, unpackPackages } from './debian-packages.mjs';
import { CACHE } from './paths.mjs';

const HOME = path.join(CACHE, 'tools', 'clickhouse-cluster');
const FILES = path.join(HOME, 'files');
const PROGRAM = path.join('usr', 'sbin', 'clickhouse-server');
const PACKAGES = ['clickhouse-server', 'libzookeeper-java'];

const TOOL = {
  home: HOME,
  name: 'clickhouse-cluster',
  title: 'Unpacking clickhouse-server and zookeeper into .cache/tools',
};

/**
 * Resolves when the specs can start both: CLICKHOUSE_SERVER has the program, ZOOKEEPER_CLASSES the class path.
 * @returns why they cannot; undefined: they can
 */
export async function ensureClickhouseCluster() {
  if (!answersVersion('java', '-version')) return 'there is no java on the PATH, which ZooKeeper needs';
  if (!canUnpackPackages())
    return 'clickhouse-server is unpacked from Debian packages, and there is no apt-get';
  try {
    await makeCached(TOOL, (folder) => unpackPackages(folder, PACKAGES, () => [PROGRAM]));
  } catch (error) {
    return `${PACKAGES.join(', ')} could not be unpacked: ${String(error.stderr || error.message).trim()}`;
  }
  process.env.CLICKHOUSE_SERVER = path.join(HOME, 'bin', path.basename(PROGRAM));
  // Libraries that the system has are not unpacked.
  process.env.ZOOKEEPER_CLASSES = [path.join(FILES, 'usr/share/java/*'), '/usr/share/java/*'].join(':');
  return undefined;
}
