// etcd, the API server, the controllers and the scheduler as processes, in a folder that the end removes.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../load/ports.mjs';
import { Api } from './api.mjs';
import { until } from './until.mjs';

/** Those that make pods, name service accounts, bind volumes, count disruptions, and taint cordoned and lost nodes. */
const CONTROLLERS = [
  ...['deployment-controller', 'replicaset-controller', 'statefulset-controller', 'disruption-controller'],
  ...['serviceaccount-controller', 'persistentvolume-binder-controller', 'node-lifecycle-controller'],
  ...['namespace-controller', 'garbage-collector-controller'],
];

export class ControlPlane {
  #folder = mkdtempSync(path.join(tmpdir(), 'cluster-'));
  #children = [];

  /** @param programs folder of the programs of Kubernetes */
  static async start(programs) {
    const plane = new ControlPlane();
    try {
      await plane.#start(programs);
    } catch (error) {
      await plane.stop();
      throw error;
    }
    return plane;
  }

  async #start(programs) {
    const file = (name) => path.join(this.#folder, name);
    const token = randomBytes(16).toString('hex');
    writeFileSync(file('tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(file('accounts.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
    const [client, peer, port, controllers, scheduler] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const etcd = `http://127.0.0.1:${client}`;
    const ofPeer = `http://127.0.0.1:${peer}`;
    this.#run('etcd', [
      ...['--data-dir', file('etcd'), '--listen-client-urls', etcd, '--advertise-client-urls', etcd],
      ...['--listen-peer-urls', ofPeer, '--initial-advertise-peer-urls', ofPeer],
      ...['--initial-cluster', `default=${ofPeer}`, '--unsafe-no-fsync'],
    ]);
    this.#run(path.join(programs, 'kube-apiserver'), [
      ...['--etcd-servers', etcd, '--cert-dir', file('certificates'), '--secure-port', String(port)],
      ...['--bind-address', '127.0.0.1', '--token-auth-file', file('tokens.csv')],
      ...['--authorization-mode', 'RBAC', '--service-cluster-ip-range', '10.0.0.0/16'],
      ...['--service-account-issuer', 'https://kubernetes.default.svc'],
      ...['--service-account-key-file', file('accounts.key')],
      ...['--service-account-signing-key-file', file('accounts.key')],
    ]);
    const url = `https://127.0.0.1:${port}`;
    const certificate = file('certificates/apiserver.crt');
    await this.#until(
      'the API server writes its certificate',
      () => readFileSync(certificate, 'utf8') !== '',
    );
    this.api = new Api({ url, token, ca: readFileSync(certificate) });
    await this.#until(
      'the API server is ready',
      async () => (await this.api.ask('GET', '/readyz')) !== undefined,
    );
    this.kubeconfig = file('kubeconfig.json');
    const kubeconfig = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'own',
      clusters: [{ name: 'own', cluster: { server: url, 'certificate-authority': certificate } }],
      users: [{ name: 'own', user: { token } }],
      contexts: [{ name: 'own', context: { cluster: 'own', user: 'own' } }],
    };
    writeFileSync(this.kubeconfig, JSON.stringify(kubeconfig), { mode: 0o600 });
    const ofClient = ['--kubeconfig', this.kubeconfig, '--leader-elect=false', '--bind-address', '127.0.0.1'];
    this.#run(path.join(programs, 'kube-controller-manager'), [
      ...ofClient,
      ...['--secure-port', String(controllers), '--controllers', CONTROLLERS.join(',')],
      // The nodes of this cluster send no heartbeats: they are well until a case says otherwise.
      ...['--node-monitor-grace-period', '24h', '--service-account-private-key-file', file('accounts.key')],
    ]);
    this.#run(path.join(programs, 'kube-scheduler'), [...ofClient, '--secure-port', String(scheduler)]);
  }

  #run(program, args) {
    const name = path.basename(program);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: this.#folder });
    process.once('exit', () => child.kill('SIGKILL'));
    const log = createWriteStream(path.join(this.#folder, `${name}.log`));
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.#children.push({ name, child, ended: once(child, 'close').then(() => log.end()) });
  }

  /** As `until`, and rejects with the end of its log when a process has ended. */
  #until(text, attempt) {
    return until(text, async () => {
      const dead = this.#children.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
      if (dead !== undefined) throw new Error(`${dead.name} ended: ${this.logOf(dead.name)}`);
      // Not there yet: asked again.
      return Promise.resolve()
        .then(attempt)
        .catch(() => false);
    });
  }

  /** The last lines that a program has written. */
  logOf(name) {
    return readFileSync(path.join(this.#folder, `${name}.log`), 'utf8')
      .split('\n')
      .slice(-20)
      .join('\n');
  }

  async stop() {
    await this.api?.close();
    for (const { child, ended } of this.#children.reverse()) {
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
