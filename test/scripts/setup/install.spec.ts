import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Project } from './support/project';
import { Registry } from './support/registry';

describe('the installation of packages', () => {
  let registry: Registry;
  let project: Project;
  beforeEach(async () => {
    registry = await Registry.start();
    project = new Project(registry);
  });
  afterEach(async () => {
    project.remove();
    await registry.close();
  });

  it('installs the packages of the lock file, those of the tests included', async () => {
    const tool = { ...registry.publish('some-tool', '1.0.0'), dev: true } as const;
    project.declare({ 'some-lib': registry.publish('some-lib', '1.0.0'), 'some-tool': tool });
    expect(await project.install()).toMatchObject({ code: 0 });
    expect([project.has('some-lib'), project.has('some-tool')]).toEqual([true, true]);
  });

  it('leaves every package in place when the lock file is only touched', async () => {
    project.declare({ 'some-lib': registry.publish('some-lib', '1.0.0') });
    await project.install();
    const before = project.inode('some-lib');
    const later = new Date(Date.now() + 60_000);
    utimesSync(project.file('package-lock.json'), later, later);
    registry.requests.length = 0;
    expect(await project.install()).toEqual({ code: 0, output: '' });
    expect(project.inode('some-lib')).toBe(before);
    expect(registry.requests).toEqual([]);
  });

  it('replaces only the packages that the lock file changes', async () => {
    const kept = registry.publish('kept', '1.0.0');
    project.declare({ kept, changed: registry.publish('changed', '1.0.0') });
    await project.install();
    const before = { kept: project.inode('kept'), changed: project.inode('changed') };
    project.declare({ kept, changed: registry.publish('changed', '1.1.0') });
    expect(await project.install()).toMatchObject({ code: 0 });
    expect(project.inode('kept')).toBe(before.kept);
    expect(project.inode('changed')).not.toBe(before.changed);
  });

  it('installs a package again whose folder was removed', async () => {
    project.declare({ 'some-lib': registry.publish('some-lib', '1.0.0') });
    await project.install();
    rmSync(project.file('node_modules', 'some-lib'), { recursive: true });
    expect(await project.install()).toMatchObject({ code: 0 });
    expect(project.has('some-lib')).toBe(true);
  });

  it('begins again after an install that was interrupted', async () => {
    project.declare({ 'some-lib': registry.publish('some-lib', '1.0.0') });
    await project.install();
    rmSync(project.file('node_modules', 'some-lib'), { recursive: true });
    writeFileSync(project.file('.cache', 'install.unfinished'), '');
    expect(await project.install()).toMatchObject({ code: 0 });
    expect(project.has('some-lib')).toBe(true);
  });

  describe('after a start', () => {
    const files = {
      'index.js': '',
      'index.js.map': '{}',
      'map.js': '',
      'index.d.ts': '',
      'index.d.mts': '',
      'source.cts': '',
      'its.mjs': '',
      LICENSE: '',
    };
    const installed = () =>
      Object.keys(files).filter((name) => existsSync(project.file('node_modules', 'some-lib', name)));
    let lib: ReturnType<Registry['publish']>;
    beforeEach(async () => {
      const tool = { ...registry.publish('some-tool', '1.0.0'), dev: true } as const;
      lib = registry.publish('some-lib', '1.0.0', files);
      project.declare({ 'some-lib': lib, 'some-tool': tool });
      expect(await project.installProduction()).toMatchObject({ code: 0 });
    });

    it('the packages of production are there without source maps and TypeScript', () => {
      expect(installed()).toEqual(['index.js', 'map.js', 'its.mjs', 'LICENSE']);
      expect(project.has('some-tool')).toBe(false);
    });

    it('the complete installation has every file', async () => {
      expect(await project.install()).toMatchObject({ code: 0 });
      expect(installed()).toEqual(Object.keys(files));
      expect(project.has('some-tool')).toBe(true);
      expect(await project.install()).toEqual({ code: 0, output: '' });
    });

    it('the complete installation has every file when npm installed the other packages before', async () => {
      expect(await project.npm('install', '--no-save')).toMatchObject({ code: 0 });
      expect(project.has('some-tool')).toBe(true);
      expect(await project.install()).toMatchObject({ code: 0 });
      expect(installed()).toEqual(Object.keys(files));
    });

    it('the packages of production stay in place when the complete installation fails', async () => {
      const before = project.inode('some-lib');
      const { version } = registry.publish('some-tool', '2.0.0');
      const tool = { version, integrity: registry.publish('other', '1.0.0').integrity, dev: true } as const;
      project.declare({ 'some-lib': lib, 'some-tool': tool });
      expect(await project.install()).toMatchObject({ code: 1 });
      expect(project.inode('some-lib')).toBe(before);
    });

    it('npm ci by hand installs every file, and nothing is installed again', async () => {
      expect(await project.npm('ci')).toMatchObject({ code: 0 });
      expect(installed()).toEqual(Object.keys(files));
      expect(await project.install()).toEqual({ code: 0, output: '' });
    });
  });

  it("uses a cache inside the project when npm's own cannot be written", async () => {
    project.declare({ 'some-lib': registry.publish('some-lib', '1.0.0') });
    // Not even root can make a folder below a file.
    const unwritable = project.file('package.json', 'cache');
    expect(await project.install({ npm_config_cache: unwritable })).toMatchObject({ code: 0 });
    expect(project.has('some-lib')).toBe(true);
    expect(existsSync(project.file('.cache', 'npm'))).toBe(true);
  });

  it("reports a registry that cannot be reached, with npm's own line", async () => {
    project.declare({ 'some-lib': registry.publish('some-lib', '1.0.0') });
    const unreachable = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };
    const { code, output } = await project.install(unreachable);
    expect(code).toBe(1);
    expect(output).toContain('the registry cannot be reached: ');
    expect(output).toContain('ECONNREFUSED');
    expect(output).not.toContain('lock file');
  });

  it('refuses a package whose content is not that of the lock file', async () => {
    const { version } = registry.publish('some-lib', '1.0.0');
    const { integrity } = registry.publish('other-lib', '1.0.0');
    project.declare({ 'some-lib': { version, integrity } });
    const { code, output } = await project.install();
    expect(code).toBe(1);
    expect(output).toContain('a package is not the one of the lock file');
    expect(project.has('some-lib')).toBe(false);
  });

  it('falls back to `npm install` when `npm ci` refuses the lock file', async () => {
    const present = registry.publish('present', '1.0.0');
    registry.publish('absent', '1.0.0');
    project.declare({ present });
    project.write('package.json', { name: 'project', dependencies: { present: '1.0.0', absent: '1.0.0' } });
    expect(await project.install()).toMatchObject({ code: 0 });
    expect([project.has('present'), project.has('absent')]).toEqual([true, true]);
  });
});
