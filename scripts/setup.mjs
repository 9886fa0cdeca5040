// Public functions of the setup, for the other scripts.
export { API_DOCUMENT, ensureApiDocument } from './setup/api-document.mjs';
export { APPS, COMPILED, COMPILED_FUNCTIONS, entryPoint, programFolder, ROOT } from './setup/paths.mjs';
export { canInstallChdb, ensureChdb } from './setup/chdb.mjs';
export { ensureHaproxy } from './setup/haproxy.mjs';
export { canInstallHelm, ensureHelm } from './setup/helm.mjs';
export { canInstallKeychain, ensureKeychain } from './setup/keychain.mjs';
export { canInstallOasdiff, ensureOasdiff } from './setup/oasdiff.mjs';
export { ensureInstalled, prepare } from './setup/prepare.mjs';
export { ensureKubernetes, KUBERNETES_VERSION } from './setup/kubernetes.mjs';
export { ensurePostgres } from './setup/postgres.mjs';
export { ensurePrometheus } from './setup/prometheus.mjs';
export { ensureRedis } from './setup/redis.mjs';
export { giveUp, say, silenceProgress } from './setup/terminal.mjs';
