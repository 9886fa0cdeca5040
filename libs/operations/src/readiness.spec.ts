import { ReadinessRegistry } from './readiness';

describe('readiness', () => {
  it('is given while nothing essential fails', () => {
    const readiness = new ReadinessRegistry();
    readiness.report('redis', false, 'connection refused', 'advisory');
    readiness.report('profile', true);
    expect(readiness.state()).toEqual({
      ready: true,
      draining: false,
      checks: {
        redis: { ok: false, detail: 'connection refused', weight: 'advisory' },
        profile: { ok: true, detail: '', weight: 'essential' },
      },
    });
  });

  it('is lost with an essential part and comes back with it', () => {
    const readiness = new ReadinessRegistry();
    readiness.report('networks', false, 'no chain id yet');
    expect(readiness.state().ready).toBe(false);
    readiness.report('networks', true);
    expect(readiness.state().ready).toBe(true);
  });

  it('ends for good when draining starts', () => {
    const readiness = new ReadinessRegistry();
    readiness.drain();
    readiness.report('networks', true);
    expect(readiness.state()).toMatchObject({ ready: false, draining: true });
  });
});
