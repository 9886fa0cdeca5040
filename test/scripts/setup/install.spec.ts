import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Project } from './support/project';
import { type Published, Registry } from './support/registry';

/** Files of a package that production keeps, and those that it does not need. */
const FILES = {
  ...{ 'index.js': '', 'index.js.map': '{}', 'map.js': '', 'index.d.ts': '', 'index.d.mts': '' },
  ...{ 'source.cts': '', 'its.mjs': '', LICENSE: '' },
};

describe('scripts/install.mjs', () => {
  let registry: Registry;
  let someLib: Published;
  let someTool: Published & { readonly dev: true };
  /** With every package; and as a start leaves it. */
  let complete: Project;
  let started: Project;
  let project: Project;
  beforeAll(async () => {
    registry = await Registry.start();
    someLib = registry.publish('some-lib', '1.0.0', FILES);
    someTool = { ...registry.publish('some-tool', '1.0.0'), dev: true };
    [complete, started] = [new Project(registry), new Project(registry)];
    for (const each of [complete, started]) each.declare({ 'some-lib': someLib, 'some-tool': someTool });
    expect(await complete.install()).toMatchObject({ code: 0 });
    expect(await started.installProduction()).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    complete.remove();
    started.remove();
    await registry.close();
  });
  afterEach(() => project.remove());

  it('the installation has the packages of the lock file, those of the tests included', () => {
    project = complete.copy();
    expect([project.has('some-lib'), project.has('some-tool')]).toEqual([true, true]);
  });

  it('the installation leaves every package in place when the lock file is only touched', async () => {
    project = complete.copy();
    const before = project.inode('some-lib');
    const later = new Date(Date.now() + 60_000);
    utimesSync(project.file('package-lock.json'), later, later);
    registry.requests.length = 0;
    expect(await project.install()).toEqual({ code: 0, output: '' });
    expect(project.inode('some-lib')).toBe(before);
    expect(registry.requests).toEqual([]);
  });

  it('the installation replaces only the packages that the lock file changes', async () => {
    project = complete.copy();
    const before = { lib: project.inode('some-lib'), tool: project.inode('some-tool') };
    const changed = { ...registry.publish('some-tool', '1.1.0'), dev: true } as const;
    project.declare({ 'some-lib': someLib, 'some-tool': changed });
    expect(await project.install()).toMatchObject({ code: 0 });
    expect(project.inode('some-lib')).toBe(before.lib);
    expect(project.inode('some-tool')).not.toBe(before.tool);
  });

  it('the installation installs a package again whose folder was removed', async () => {
    project = complete.copy();
    rmSync(project.file('node_modules', 'some-lib'), { recursive: true });
    expect(await project.install()).toMatchObject({ code: 0 });
    expect(project.has('some-lib')).toBe(true);
  });

  it('the installation begins again after one that was interrupted', async () => {
    project = complete.copy();
    rmSync(project.file('node_modules', 'some-lib'), { recursive: true });
    writeFileSync(project.file('.cache', 'install.unfinished'), '');
    expect(await project.install()).toMatchObject({ code: 0 });
    expect(project.has('some-lib')).toBe(true);
  });

  describe('after a start', () => {
    const installed = () =>
      Object.keys(FILES).filter((name) => existsSync(project.file('node_modules', 'some-lib', name)));
    beforeEach(() => (project = started.copy()));

    it('the packages of production are there without source maps and TypeScript', () => {
      expect(installed()).toEqual(['index.js', 'map.js', 'its.mjs', 'LICENSE']);
      expect(project.has('some-tool')).toBe(false);
    });

    it('the complete installation has every file', async () => {
      expect(await project.install()).toMatchObject({ code: 0 });
      expect(installed()).toEqual(Object.keys(FILES));
      expect(project.has('some-tool')).toBe(true);
      expect(await project.install()).toEqual({ code: 0, output: '' });
    });

    it('the complete installation has every file when npm installed the other packages before', async () => {
      expect(await project.npm('install', '--no-save')).toMatchObject({ code: 0 });
      expect(project.has('some-tool')).toBe(true);
      expect(await project.install()).toMatchObject({ code: 0 });
      expect(installed()).toEqual(Object.keys(FILES));
    });

    it('the packages of production stay in place when the complete installation fails', async () => {
      const before = project.inode('some-lib');
      const { version } = registry.publish('some-tool', '2.0.0');
      const tool = { version, integrity: someLib.integrity, dev: true } as const;
      project.declare({ 'some-lib': someLib, 'some-tool': tool });
      expect(await project.install()).toMatchObject({ code: 1 });
      expect(project.inode('some-lib')).toBe(before);
    });

    it('npm ci by hand installs every file, and nothing is installed again', async () => {
      expect(await project.npm('ci')).toMatchObject({ code: 0 });
      expect(installed()).toEqual(Object.keys(FILES));
      expect(await project.install()).toEqual({ code: 0, output: '' });
    });
  });

  it("the installation uses a cache inside the project when npm's own cannot be written", async () => {
    project = new Project(registry);
    project.declare({ 'some-lib': someLib });
    // Not even root can make a folder below a file.
    const unwritable = project.file('package.json', 'cache');
    expect(await project.install({ npm_config_cache: unwritable })).toMatchObject({ code: 0 });
    expect(project.has('some-lib')).toBe(true);
    expect(existsSync(project.file('.cache', 'npm'))).toBe(true);
  });

  it("the installation reports a registry that cannot be reached, with npm's own line", async () => {
    project = new Project(registry);
    project.declare({ 'some-lib': someLib });
    const unreachable = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };
    const { code, output } = await project.install(unreachable);
    expect(code).toBe(1);
    expect(output).toContain('the registry cannot be reached: ');
    expect(output).toContain('ECONNREFUSED');
    expect(output).not.toContain('lock file');
  });

  it('the installation refuses a package whose content is not that of the lock file', async () => {
    project = new Project(registry);
    project.declare({ 'some-lib': { version: someLib.version, integrity: someTool.integrity } });
    const { code, output } = await project.install();
    expect(code).toBe(1);
    expect(output).toContain('a package is not the one of the lock file');
    expect(project.has('some-lib')).toBe(false);
  });

  it('the installation falls back to `npm install` when `npm ci` refuses the lock file', async () => {
    project = new Project(registry);
    const present = registry.publish('present', '1.0.0');
    registry.publish('absent', '1.0.0');
    project.declare({ present });
    project.write('package.json', { name: 'project', dependencies: { present: '1.0.0', absent: '1.0.0' } });
    expect(await project.install()).toMatchObject({ code: 0 });
    expect([project.has('present'), project.has('absent')]).toEqual([true, true]);
  });
});
