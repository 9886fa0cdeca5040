// Public functions of the setup, for the other scripts.
export { API_DOCUMENT, ensureApiDocument } from './setup/api-document.mjs';
export { APPS, COMPILED, COMPILED_FUNCTIONS, entryPoint, programFolder, ROOT } from './setup/paths.mjs';
export { canInstallChdb, ensureChdb } from './setup/chdb.mjs';
export { ensureClickhouseCluster } from './setup/clickhouse-cluster.mjs';
export { ensureHaproxy, ensurePostgres, ensurePrometheus, ensureRedis } from './setup/debian-programs.mjs';
export { canInstallHelm, canInstallOasdiff, ensureHelm, ensureOasdiff } from './setup/go-tools.mjs';
export { canInstallKeychain, ensureKeychain } from './setup/keychain.mjs';
export { ensureInstalled, prepare } from './setup/prepare.mjs';
export { ensureKubernetes, KUBERNETES_VERSION } from './setup/kubernetes.mjs';
export { giveUp, say, silenceProgress } from './setup/terminal.mjs';
