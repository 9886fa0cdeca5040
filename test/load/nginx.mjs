// nginx as operators put it before a server: answers are kept for a second, equal requests wait for one.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureProgram } from '../../scripts/setup/apt.mjs';
import { freePort, pinned, SERVER_CORE } from './processes.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

const config = (port, target, folder) => `
daemon off; master_process off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=node:16m max_size=256m inactive=10s use_temp_path=off;
  upstream node { server ${target}; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    client_body_buffer_size 64k;
    location / {
      proxy_pass http://node;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_cache node;
      proxy_cache_methods POST GET;
      proxy_cache_key "$request_uri|$request_body";
      proxy_cache_valid 200 1s;
      proxy_cache_lock on;
    }
  }
}
`;

export const ensureNginx = (purpose) =>
  ensureProgram({ commands: ['nginx'], packages: ['nginx-light'], purpose: `${purpose} needs nginx` });

const ANSWERS_WITHIN_MS = 10_000;

/** @param target host and port of the server behind it. @returns { url, pid, stop }, once it answers */
export async function startNginx(target) {
  const folder = temporaryFolder('nginx-');
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, config(port, target, folder));
  const [command, args] = pinned(SERVER_CORE, 'nginx', ['-c', file, '-p', folder]);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  const endsAt = performance.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    try {
      await (await fetch(url, { method: 'POST', body: '{}' })).arrayBuffer();
      return { url, pid: child.pid, stop: () => child.kill('SIGTERM') };
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      await delay(50);
    }
  }
}
