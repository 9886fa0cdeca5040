import { DevchainSetupError, loadDevchainSettings } from './settings';

describe('the settings of the development chain', () => {
  it('the settings of the development chain have defaults: loopback, port 8888, keys by the name', () => {
    expect(loadDevchainSettings({ DEVCHAIN_PORT: '' })).toEqual({
      name: 'devchain',
      host: '127.0.0.1',
      port: 8888,
      shipPort: 8988,
      seed: 'devchain',
      simulation: true,
      isRemoteAllowed: false,
      isFromSnapshot: false,
      logLevel: 'info',
      logPushes: false,
    });
    expect(loadDevchainSettings({ DEVCHAIN_NAME: 'mainnet', DEVCHAIN_PORT: '0', NODE_ENV: 'test' })).toEqual({
      name: 'mainnet',
      host: '127.0.0.1',
      port: 0,
      shipPort: 0,
      seed: 'mainnet',
      simulation: true,
      isRemoteAllowed: false,
      isFromSnapshot: false,
      logLevel: 'info',
      logPushes: false,
    });
  });

  it('DEVCHAIN_SIMULATION=off switches the simulation off', () => {
    expect(loadDevchainSettings({ DEVCHAIN_SIMULATION: 'off' }).simulation).toBe(false);
    expect(() => loadDevchainSettings({ DEVCHAIN_SIMULATION: 'no' })).toThrow('DEVCHAIN_SIMULATION=off');
  });

  it('DEVCHAIN_SHIP_SNAPSHOT=on begins the state history as a node from a snapshot does', () => {
    expect(loadDevchainSettings({ DEVCHAIN_SHIP_SNAPSHOT: 'on' }).isFromSnapshot).toBe(true);
    expect(() => loadDevchainSettings({ DEVCHAIN_SHIP_SNAPSHOT: 'yes' })).toThrow(
      'DEVCHAIN_SHIP_SNAPSHOT=on',
    );
  });

  it('the settings of the development chain take another port for state history, or none', () => {
    expect(loadDevchainSettings({ DEVCHAIN_SHIP_PORT: '9000' }).shipPort).toBe(9000);
    expect(loadDevchainSettings({ DEVCHAIN_SHIP_PORT: 'off' }).shipPort).toBeUndefined();
    for (const wrong of ['on', '65536', '-1', 'ws://127.0.0.1']) {
      expect(() => loadDevchainSettings({ DEVCHAIN_SHIP_PORT: wrong })).toThrow('DEVCHAIN_SHIP_PORT=8988');
    }
    expect(() => loadDevchainSettings({ DEVCHAIN_PORT: '65500' })).toThrow('DEVCHAIN_SHIP_PORT=8988');
  });

  it('the settings of the development chain keep the chain nowhere, unless a folder is named', () => {
    expect(loadDevchainSettings({}).stateDir).toBeUndefined();
    expect(loadDevchainSettings({ DEVCHAIN_STATE_DIR: '' }).stateDir).toBeUndefined();
    expect(loadDevchainSettings({ DEVCHAIN_STATE_DIR: 'kept/here' }).stateDir).toBe('kept/here');
  });

  it('the settings of the development chain refuse production', () => {
    expect(() => loadDevchainSettings({ NODE_ENV: 'production' })).toThrow('NODE_ENV=production');
  });

  it('the settings of the development chain refuse a host that other machines can reach, unless remote access is allowed', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'example.org', '1270.0.1']) {
      expect(() => loadDevchainSettings({ DEVCHAIN_HOST: host })).toThrow('DEVCHAIN_ALLOW_REMOTE=true');
      expect(loadDevchainSettings({ DEVCHAIN_HOST: host, DEVCHAIN_ALLOW_REMOTE: 'true' }).host).toBe(host);
    }
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
      expect(loadDevchainSettings({ DEVCHAIN_HOST: host }).host).toBe(host);
    }
  });

  it('loadDevchainSettings reports all wrong settings at once, with an example', () => {
    const wrong = { DEVCHAIN_PORT: '70000', DEVCHAIN_NAME: 'My Chain', DEVCHAIN_ALLOW_REMOTE: 'yes' };
    expect(() => loadDevchainSettings(wrong)).toThrow(DevchainSetupError);
    for (const part of ['DEVCHAIN_PORT=8888', 'DEVCHAIN_NAME=mainnet', 'DEVCHAIN_ALLOW_REMOTE=true']) {
      expect(() => loadDevchainSettings(wrong)).toThrow(part);
    }
  });
});
