import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { CHART, helm, RELEASE } from './render';

const folder = mkdtempSync(path.join(tmpdir(), 'chart-notes-'));
const chart = path.join(folder, 'chart');
const OBJECT = `apiVersion: v1
kind: ConfigMap
metadata: { name: notes }
data:
  text: {{ tpl (.Files.Get "NOTES.txt") . | quote }}
`;

/** The notes as they are printed after an installation: Helm prints them with a cluster only. */
function notesOf(file: string): string {
  const values = path.join(CHART, 'ci', file);
  const { status, stdout, stderr } = helm(
    ...['template', RELEASE, chart, '--kube-version=1.33.0', '-f', values],
    ...['--show-only', 'templates/notes.yaml'],
  );
  if (status !== 0) throw new Error(stderr);
  return (parse(stdout) as { data: { text: string } }).data.text;
}

describe('notes', () => {
  beforeAll(() => {
    cpSync(CHART, chart, { recursive: true });
    renameSync(path.join(chart, 'templates', 'NOTES.txt'), path.join(chart, 'NOTES.txt'));
    writeFileSync(path.join(chart, 'templates', 'notes.yaml'), OBJECT);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['default-values.yaml', ['Development chains run instead', 'Rate limits are counted per pod']],
    ['everything-values.yaml', ['the development Redis has no persistence']],
    [
      'gateway-api-values.yaml',
      ['All clients behind the ingress share one rate limit', 'https://gateway.example.org'],
    ],
    ['redis-sentinel-values.yaml', ['service.externalTrafficPolicy is Cluster']],
    ['history-values.yaml', ['History node: all for mainnet, testnet']],
    ['history-database-values.yaml', ['History node: index, serve for mainnet']],
    [
      'history-existing-networks-values.yaml',
      ['Add these nodes to it', '-history-0.', 'Each start of the pod reads the chain again'],
    ],
  ])('the notes of the chart with %s have each fact that the operator needs', (file, texts) => {
    const notes = notesOf(file);
    for (const text of texts) expect(notes).toContain(text);
  });

  it('the notes of the chart have no warning where nothing is missing', () => {
    expect(notesOf('autoscaling-values.yaml')).not.toContain('WARNING');
  });
});
