import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { longOr } from '../harness/long';

const ROOT = path.resolve(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly needs?: readonly string[];
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly include: readonly { readonly target: string }[] } };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

/** A package, with those that lie in its own folder. */
interface Component {
  readonly purl: string;
  readonly components?: readonly Component[];
}
const withParts = (component: Component): Component[] => [
  component,
  ...(component.components ?? []).flatMap(withParts),
];

const workflow = parse(read('.github/workflows/ci.yml')) as Workflow;
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);

describe('the workflow of a public host', () => {
  it('the workflow pins every action by a commit and names its version', () => {
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(5);
    expect(uses.filter((name) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([]);
    const comments = [...read('.github/workflows/ci.yml').matchAll(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)];
    expect(comments).toHaveLength(uses.length);
  });

  it('the workflow runs scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const runs = steps.flatMap((step) => step.run ?? []);
    const named = runs.flatMap((run) =>
      [...run.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name!),
    );
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['lint:dockerfile', 'image:build', 'test:cluster', 'sbom']));
    expect(runs).toContain('.ci/run');
    expect(existsSync(path.join(ROOT, '.ci', 'run'))).toBe(true);
  });

  it('the workflow has bounded jobs that may only read, and publishes after all others', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined)).toEqual([]);
    const { image, ...others } = workflow.jobs;
    expect([...image!.needs!].sort()).toEqual(Object.keys(others).sort());
  });

  it('the workflow makes a release, tries its files, and attests those of a tag by their checksums', () => {
    const { steps: own } = workflow.jobs.release!;
    const runs = own.flatMap((step) => step.run ?? []);
    expect(runs).toEqual([
      'npm run release',
      'npm run test:long -- test/release',
      'node scripts/release/check-tag.mjs',
    ]);
    const attest = own.find(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'));
    expect(attest).toMatchObject({
      if: "startsWith(github.ref, 'refs/tags/v')",
      with: { 'subject-checksums': 'dist/release/SHA256SUMS' },
    });
    const kept = own.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(kept?.with).toMatchObject({ path: 'dist/release', 'if-no-files-found': 'error' });
  });

  it.each([
    ['the version of the project', 'v', 0],
    ['another version', 'v9.', 1],
  ])('the check of a tag knows %s', (_title, prefix, expected) => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const env = { ...process.env, GITHUB_REF_NAME: `${prefix}${version}` };
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release/check-tag.mjs'], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: expected, stderr });
  });

  it('the workflow builds every target of the Dockerfile, with provenance and an SBOM', () => {
    const targets = [...read('Dockerfile').matchAll(/^FROM runtime AS (\w+)$/gm)].map(([, name]) => name!);
    const { strategy, steps: own } = workflow.jobs.image!;
    expect(strategy!.matrix.include.map(({ target }) => target).sort()).toEqual(targets.sort());
    const build = own.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
    expect(build?.with).toMatchObject({ provenance: 'mode=max', sbom: true });
    // The digests that one job has read: all targets have the same base images.
    const bases = [...read('Dockerfile').matchAll(/^ARG (\w+_IMAGE)=/gm)].map(([, name]) => name!);
    const given = [...String(build?.with?.['build-args']).matchAll(/^(\w+_IMAGE)=/gm)];
    expect(given.map(([, name]) => name!)).toEqual(bases);
  });
});

describe('the software bill of materials', () => {
  it('the software bill of materials is written by a tool of an exact version', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scripts.sbom).toMatch(/--package=@cyclonedx\/cyclonedx-npm@\d+\.\d+\.\d+ /);
  });

  const listsProductionPackages = () => {
    const { status, stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8' });
    expect(status).toBe(0);
    const { components } = JSON.parse(stdout) as { components: Component[] };
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
    const production = Object.entries(packages)
      .filter(([place, { dev, optional, devOptional }]) => place !== '' && !dev && !optional && !devOptional)
      .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`);
    const listed = new Set(
      components.flatMap(withParts).map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))),
    );
    expect(production.filter((name) => !listed.has(name))).toEqual([]);
    expect([...listed].filter((name) => name.startsWith('jest@'))).toEqual([]);
  };

  // The tool comes from the npm registry, which takes a minute: it runs in the long form alone.
  for (const check of longOr([listsProductionPackages], []))
    it('npm run sbom lists every production package of the lock file, and no test runner', check);
});
