import { startFakeHub, until } from '@holdfast/testkit';
import { expect, inject, it } from 'vitest';
import { startTestApp } from '../test-app.ts';
import { everythingKept } from '../test-everything-kept.ts';

const TOKEN = 'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.very-secret-payload.and-signature';

it('shows the token of the hub in no reply, log line, error, column of the database, backup or support bundle', async () => {
  const lines: string[] = [];
  const hub = await startFakeHub();
  hub.token = TOKEN;
  hub.set('binary_sensor.gate', 'off');
  const test = await startTestApp(inject('postgresUrl'), {
    logTo: (line) => lines.push(line),
    hubTiming: { everyMs: 50, pingEveryMs: 50, timeoutMs: 2_000 },
  });
  const replies: string[] = [];
  const token = await test.bootstrap();
  const call = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) => {
    const reply = await test.call(method, path, { token, ...(body !== undefined && { body }) });
    replies.push(JSON.stringify([reply.body, reply.headers]));
    return reply;
  };
  const { id } = (await call('POST', '/config/cameras', { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/none' })).body;
  await call('PUT', '/config/hub', { enabled: true, base_url: hub.url, token: TOKEN });
  await call('GET', '/config/hub');
  await call('PUT', `/cameras/${id}/hub/links`, { links: [{ entity_id: 'binary_sensor.gate', role: 'sensor' }] });
  // `fail` sends the token back in its error page, as a careless proxy would.
  for (const manners of ['ok', 'login-page', 'redirect', 'fail'] as const) {
    hub.manners = manners;
    await call('POST', '/config/hub/test', {});
    await call('POST', '/config/hub/test', { base_url: hub.url, token: TOKEN });
    await call('GET', '/hub/entities');
    await call('GET', '/hub/states');
  }
  await hub.die();
  await until(async () => (await call('GET', '/hub/states')).body.stale);
  await call('POST', '/config/hub/test', { base_url: `${hub.url}/path?token=${TOKEN}`, token: TOKEN });
  await call('PUT', '/config/hub', { token: TOKEN, nonsense: TOKEN });
  await call('PUT', '/config/hub', { token: [TOKEN] });
  const kept = await everythingKept(test, token);
  await test.close();
  await hub.stop();

  expect(hub.requests.length).toBeGreaterThan(5);
  expect(replies.length).toBeGreaterThan(20);
  expect(lines.length).toBeGreaterThan(5);
  expect(kept.database).toContain('binary_sensor.gate');
  expect(kept.backup).toContain('binary_sensor.gate');
  // The change of the token is noted, its value is not.
  expect(kept['/audit']).toContain('hub-changed');
  for (const part of [
    TOKEN,
    'very-secret-payload',
    Buffer.from(TOKEN).toString('base64'),
    Buffer.from(TOKEN).toString('hex'),
  ])
    for (const [where, text] of Object.entries({ ...kept, replies: replies.join('\n'), lines: lines.join('\n') }))
      expect([where, text.includes(part)]).toEqual([where, false]);
});
