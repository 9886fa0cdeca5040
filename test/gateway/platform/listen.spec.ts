import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { StartupError } from '@app/program';
import { listen } from '../../../apps/gateway/src/listen';
import { createPlatform } from '../../harness/gateway/platform';

describe('listen', () => {
  /** Resolves to the error of a gateway that cannot listen. */
  const failure = async (env: NodeJS.ProcessEnv): Promise<unknown> => {
    const { app } = await createPlatform(env);
    const error: unknown = await listen(app).catch((reason: unknown) => reason);
    await app.close();
    return error;
  };

  it.each(['PORT', 'MANAGEMENT_PORT'])('listen names %s when its port is taken', async (setting) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const advice = `set ${setting} to a free one (${setting}=0 picks one)`;
    expect(await failure({ [setting]: String(port) })).toEqual(
      new StartupError(`${setting}: port ${port} on 127.0.0.1 is taken: ${advice}`),
    );
    holder.close();
  });

  it.each(['HOST', 'MANAGEMENT_HOST'])(
    'listen names %s when it is not an address of this machine',
    async (setting) => {
      const advice = `set it to one (for example ${setting}=127.0.0.1)`;
      expect(await failure({ [setting]: '192.0.2.1' })).toEqual(
        new StartupError(`${setting}: 192.0.2.1 is not an address of this machine: ${advice}`),
      );
    },
  );
});
