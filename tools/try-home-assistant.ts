// An experiment, not a test: the product with a real Home Assistant and a real broker. It prints what it sees.
//   python3 -m venv FOLDER && FOLDER/bin/pip install homeassistant==2024.3.3 'josepy<2' paho-mqtt==1.6.1
//   node tools/try-home-assistant.ts FOLDER
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMosquitto, startSceneCamera, until } from '@holdfast/testkit';

const [environment = ''] = process.argv.slice(2);
const HUB_PORT = 18_123;
const OUR_PORT = 18_080;
const HUB = `http://127.0.0.1:${HUB_PORT}`;
const US = `http://127.0.0.1:${OUR_PORT}`;
const folder = await mkdtemp(join(tmpdir(), 'holdfast-try-'));
const children: ChildProcess[] = [];
const log = (text: string) => console.log(`${new Date().toISOString().slice(11, 23)} ${text}`);

async function ask(url: string, { token, ...init }: RequestInit & { token?: string } = {}) {
  const isForm = init.body instanceof URLSearchParams;
  const reply = await fetch(url, {
    ...init,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(init.body && !isForm && { 'content-type': 'application/json' }),
    },
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${reply.status} ${text.slice(0, 300)}`);
  return text === '' ? undefined : JSON.parse(text);
}
const send = (method: string, url: string, body: unknown, token?: string) =>
  ask(url, { method, body: JSON.stringify(body), ...(token !== undefined && { token }) });

function start(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => process.env.VERBOSE && process.stderr.write(data));
  children.push(child);
  return child;
}

async function startHub() {
  const config = join(folder, 'hub');
  await mkdir(config);
  await writeFile(
    join(config, 'configuration.yaml'),
    `homeassistant: {name: Try, unit_system: metric, time_zone: UTC}
http: {server_port: ${HUB_PORT}, server_host: 127.0.0.1}
api:
config:
onboarding:
input_boolean: {gate: {}}
template:
  - binary_sensor:
      - {name: Gate, unique_id: gate, device_class: door, state: "{{ is_state('input_boolean.gate', 'on') }}"}
`,
  );
  const child = start(join(environment, 'bin', 'hass'), ['-c', config], {
    PATH: `${environment}/bin:${process.env.PATH}`,
  });
  await until(() =>
    fetch(`${HUB}/api/onboarding`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const client_id = `${HUB}/`;
  const user = { client_id, name: 'Try', username: 'try', password: 'try-it-out', language: 'en' };
  const { auth_code: code } = await send('POST', `${HUB}/api/onboarding/users`, user);
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, client_id });
  const { access_token: token } = await ask(`${HUB}/auth/token`, { method: 'POST', body });
  const { version } = await ask(`${HUB}/api/config`, { token });
  log(`Home Assistant ${version} is up`);
  return { child, token: token as string };
}

async function main() {
  const [camera, broker] = [await startSceneCamera(), await startMosquitto()];
  const { child: hub, token: hubToken } = await startHub();
  const turn = (state: 'on' | 'off') =>
    send('POST', `${HUB}/api/services/input_boolean/turn_${state}`, { entity_id: 'input_boolean.gate' }, hubToken);
  const product = start(process.execPath, [join(import.meta.dirname, '..', 'apps/launcher/src/main.ts')], {
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: String(OUR_PORT),
    RTSP_PORT: '18554',
    SEED_ADMIN_PASSWORD: 'try it out',
  });
  const { token } = await until(() =>
    send('POST', `${US}/auth/login`, { username: 'admin', password: 'try it out' }).catch(() => undefined),
  );
  const put = (path: string, body: unknown) => send('PUT', US + path, body, token);
  const get = (path: string) => ask(US + path, { token });
  const { id } = await send('POST', `${US}/config/cameras`, { name: 'Yard', main_url: camera.url }, token);
  await put(`/config/cameras/${id}`, { motion_hub_enabled: true, motion_pixel_enabled: false });
  await put(`/config/cameras/${id}/policy`, { mode: 'motion', motion_pre_seconds: 2, motion_post_seconds: 2 });
  log(
    `test of the hub: ${JSON.stringify(await send('POST', `${US}/config/hub/test`, { base_url: HUB, token: hubToken }, token))}`,
  );
  await put('/config/hub', { enabled: true, base_url: HUB, token: hubToken });
  const { items } = await put(`/cameras/${id}/hub/links`, {
    links: [{ entity_id: 'binary_sensor.gate', role: 'sensor' }],
  });
  log(`linked: ${JSON.stringify(items[0])}`);
  const stream = async () => (await get('/status')).cameras[0].streams[0]?.state;
  const badge = async () => {
    const [state] = (await get('/hub/states')).states;
    return state.state ?? state.reason;
  };
  const after = async (title: string, look: () => Promise<string>, wanted: string) => {
    const fromMs = performance.now();
    await until(async () => (await look()) === wanted);
    log(`${title}: ${wanted} after ${((performance.now() - fromMs) / 1000).toFixed(1)} s`);
  };
  await after('stream', stream, 'idle');
  await turn('on');
  await Promise.all([after('badge, gate open', badge, 'on'), after('stream, gate open', stream, 'recording')]);
  await turn('off');
  await Promise.all([after('badge, gate closed', badge, 'off'), after('stream, gate closed', stream, 'idle')]);
  hub.kill('SIGSTOP');
  await Promise.all([after('badge, hub frozen', badge, 'hub-down'), after('stream, hub frozen', stream, 'recording')]);
  hub.kill('SIGCONT');
  await Promise.all([after('badge, hub back', badge, 'off'), after('stream, hub back', stream, 'idle')]);

  const flow = await send('POST', `${HUB}/api/config/config_entries/flow`, { handler: 'mqtt' }, hubToken);
  await send(
    'POST',
    `${HUB}/api/config/config_entries/flow/${flow.flow_id}`,
    { broker: '127.0.0.1', port: broker.port },
    hubToken,
  );
  await put('/config/hub/offer', { enabled: true, mqtt_url: `mqtt://127.0.0.1:${broker.port}`, camera_ids: [id] });
  const offered = async (): Promise<string> => {
    const states: { entity_id: string; state: string }[] = await ask(`${HUB}/api/states`, { token: hubToken });
    return states
      .filter(({ entity_id }) => /\.yard_/.test(entity_id))
      .map(({ entity_id, state }) => `${entity_id}=${state}`)
      .join(' ');
  };
  await until(async () => (await offered()).includes('recording=o'));
  log(`Home Assistant has: ${await offered()}`);
  await turn('on');
  await until(async () => (await offered()).includes('binary_sensor.yard_recording=on'));
  log(`gate open: ${await offered()}`);
  const fromMs = performance.now();
  for (const pid of [product.pid, ...childrenOf(product.pid ?? 0)]) process.kill(pid ?? 0, 'SIGKILL');
  await until(async () => (await offered()).split(' ').every((one) => one.endsWith('=unavailable')));
  log(`killed: ${await offered()} after ${((performance.now() - fromMs) / 1000).toFixed(1)} s`);
  await camera.stop();
  await broker.stop();
}

function childrenOf(pid: number): number[] {
  const list = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .trim()
    .split(/\s+/)
    .map(Number);
  return list.filter((one) => one > 0);
}

try {
  await main();
} finally {
  for (const child of children) child.kill('SIGKILL');
}
