import { ReadinessRegistry } from './readiness';

describe('readiness', () => {
  it('readiness is given while nothing essential fails', () => {
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

  it('readiness is lost with an essential part and comes back with it', () => {
    const readiness = new ReadinessRegistry();
    readiness.report('networks', false, 'no chain id yet');
    expect(readiness.state().ready).toBe(false);
    readiness.report('networks', true);
    expect(readiness.state().ready).toBe(true);
  });

  it('readiness asks a watched part each time', () => {
    const readiness = new ReadinessRegistry();
    let age = 0;
    readiness.watch('copy', () => ({ ok: age < 2, detail: `${age} s old`, weight: 'essential' }));
    expect(readiness.state()).toMatchObject({ ready: true, checks: { copy: { detail: '0 s old' } } });
    age = 2;
    expect(readiness.state()).toMatchObject({
      ready: false,
      checks: { copy: { ok: false, detail: '2 s old' } },
    });
  });

  it('readiness does not come back after draining starts', () => {
    const readiness = new ReadinessRegistry();
    readiness.drain();
    readiness.report('networks', true);
    expect(readiness.state()).toMatchObject({ ready: false, draining: true });
  });
});
