import { DevchainSetupError } from '../settings';

/** The error of a server that cannot listen, by the setting of its port. */
export function listenFailure(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
  portSetting: string,
): DevchainSetupError {
  const place = `port ${String(port)}`;
  if (code === 'EADDRINUSE')
    return new DevchainSetupError(
      `${portSetting}: ${place} on ${host} is taken; choose another, for example ${portSetting}=${String(port + 100)}`,
    );
  if (code === 'EACCES')
    return new DevchainSetupError(`${portSetting}: ${place} needs rights this process does not have`);
  return new DevchainSetupError(`DEVCHAIN_HOST: cannot listen on ${host}: ${message}`);
}
