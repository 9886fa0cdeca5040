import { StartupError } from '@app/program';

/**
 * Words a failure to listen for the operator, for `promise.catch(listenFailure(...))`.
 * @param portSetting, hostSetting names of the settings
 * @throws StartupError naming the setting; any other error as it is
 */
export function listenFailure(
  portSetting: string,
  hostSetting: string,
  host: string,
  port: number,
): (error: NodeJS.ErrnoException) => never {
  const advice = `set ${portSetting} to a free one (${portSetting}=0 picks one)`;
  const example = `(for example ${hostSetting}=127.0.0.1)`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `${portSetting}: port ${port} on ${host} is taken: ${advice}`,
    EACCES: `${portSetting}: port ${port} on ${host} needs more rights than this process has: ${advice}`,
    EADDRNOTAVAIL: `${hostSetting}: ${host} is not an address of this machine: set it to one ${example}`,
    ENOTFOUND: `${hostSetting}: ${host} cannot be resolved: set it to an address of this machine ${example}`,
    EAI_AGAIN: `${hostSetting}: ${host} cannot be resolved now: set it to an address of this machine ${example}`,
  };
  return (error) => {
    const reason = reasons[error.code ?? ''];
    throw reason === undefined ? error : new StartupError(reason, { cause: error });
  };
}
