import { withPassword } from '@holdfast/domain';
import { startGstCamera } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
});
afterEach(() => test.close());

const create = (body: object) =>
  test.call('POST', '/config/cameras', {
    token: admin,
    body: { name: 'Gate', main_url: 'rtsp://10.0.0.5/x', ...body },
  });
const update = (id: string, body: object) => test.call('PUT', `/config/cameras/${id}`, { token: admin, body });
const saved = async (id: string) =>
  test.db.selectFrom('camera').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a camera', () => {
  it('has the defaults of the specification', async () => {
    expect((await create({})).body).toMatchObject({
      enabled: true,
      lpr_engine: 'external',
      lpr_enabled: false,
      record_audio: null,
      sub_url: null,
    });
  });

  it('mirrors its plate engine', async () => {
    const { id } = (await create({})).body;
    for (const [engine, enabled] of [
      ['none', false],
      ['native-alpr', true],
      ['both', true],
      ['external', false],
    ] as const) {
      expect((await update(id, { lpr_engine: engine })).body).toMatchObject({
        lpr_engine: engine,
        lpr_enabled: enabled,
      });
      expect((await test.call('GET', '/cameras', { token: admin })).body.items[0]).toMatchObject({
        lpr_engine: engine,
        lpr_enabled: enabled,
      });
    }
  });

  it('does not take the mirror as input', async () => {
    expect((await create({ lpr_enabled: true })).body.errors[0].pointer).toBe('/lpr_enabled');
  });

  it('has a name that is unique regardless of case', async () => {
    await create({});
    expect((await create({ name: 'GATE' })).body.type).toBe('/problems/name-taken');
  });

  it.each([
    ['Ärt', 'ärt'],
    ['Ärt', 'A\u0308RT'],
    ['ΟΔΟΣ', 'οδος'],
    ['Straße', 'STRASSE'],
    ['Задняя', 'ЗАДНЯЯ'],
    ['Gate', ' gate '],
  ])('of the name %s leaves no room for %s', async (name, same) => {
    expect((await create({ name })).status).toBe(201);
    expect((await create({ name: same })).body.type).toBe('/problems/name-taken');
    const { id } = (await create({ name: 'Other' })).body;
    expect((await update(id, { name: same })).body.type).toBe('/problems/name-taken');
  });

  it('stores its name trimmed and in composed form, and may change its case', async () => {
    const { id, name } = (await create({ name: '  A\u0308rt ' })).body;
    expect(name).toBe('Ärt');
    expect((await update(id, { name: 'ÄRT' })).body.name).toBe('ÄRT');
  });

  it.each(['file:///etc/passwd', 'exec:ls', 'concat:a|b', '-i x', 'rtsp://h/a\nb', 'gopher://h/'])(
    'refuses the address %j',
    async (main_url) => {
      const reply = await create({ main_url });
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, '/main_url']);
    },
  );

  it('has no address that is never contacted, as its test reports', async () => {
    const linkLocal = (field: string) => [422, [{ pointer: field, reason: { code: 'address-is-link-local' } }]];
    const refusal = ({ status, body }: { status: number; body: { errors?: unknown } }) => [status, body.errors];
    const url = 'rtsp://169.254.169.254/x';
    const tested = await test.call('POST', '/config/cameras/test', { token: admin, body: { url } });
    expect(refusal(tested)).toMatchObject(linkLocal('/url'));
    expect(refusal(await create({ main_url: url }))).toMatchObject(linkLocal('/main_url'));
    const { id } = (await create({})).body;
    expect(refusal(await update(id, { main_url: url }))).toMatchObject(linkLocal('/main_url'));
    expect(refusal(await update(id, { sub_url: 'http://[fe80::1]/x' }))).toMatchObject(linkLocal('/sub_url'));
    const onvif_url = 'http://169.254.1.1/onvif/device_service';
    expect(refusal(await update(id, { onvif_url }))).toMatchObject(linkLocal('/onvif_url'));
    // One that was saved earlier does not keep anybody from changing the rest.
    await test.db.updateTable('camera').set({ mainUrl: url }).where('id', '=', id).execute();
    expect((await update(id, { name: 'Barn', main_url: url })).status).toBe(200);
  });

  it('is shown and stored as text whatever its name holds', async () => {
    for (const name of ['<script>alert(1)</script>', 'بوابة', '門 🚪'])
      expect((await create({ name })).body.name).toBe(name);
  });

  it.each(['Gate\u202eetag', 'Ga\u200bte', 'Ga\nte', 'Ga\u0085te', '\u2066Gate', '   ', '\ud800'])(
    'refuses the name %j with a sentence',
    async (name) => {
      const reply = await create({ name });
      expect(reply.status).toBe(422);
      expect(reply.body.errors).toMatchObject([
        { pointer: '/name', message: expect.stringMatching(/^(This field is required|Control characters)/) },
      ]);
    },
  );

  it('can only be removed with a decision about its footage', async () => {
    const { id } = (await create({})).body;
    expect((await test.call('DELETE', `/config/cameras/${id}`, { token: admin })).status).toBe(422);
    expect((await test.call('DELETE', `/config/cameras/${id}?footage=burn`, { token: admin })).status).toBe(422);
    expect((await test.call('DELETE', `/config/cameras/${id}?footage=keep`, { token: admin })).status).toBe(204);
    expect((await test.call('DELETE', `/config/cameras/${id}?footage=keep`, { token: admin })).status).toBe(404);
  });

  it('reports its own events only where that is switched on, at an address without a login', async () => {
    const { id, ...made } = (await create({})).body;
    expect(made).toMatchObject({ motion_camera_enabled: false, onvif_url: null });
    const onvif_url = 'http://10.0.0.5:8000/onvif/device_service';
    expect((await update(id, { motion_camera_enabled: true, onvif_url })).body).toMatchObject({
      motion_camera_enabled: true,
      onvif_url,
    });
    for (const [refused, code] of [
      ['http://ann:secret@10.0.0.5/onvif', 'address-has-login'],
      ['rtsp://10.0.0.5/onvif', 'address-not-http'],
    ] as const)
      expect((await update(id, { onvif_url: refused })).body.errors).toMatchObject([
        { pointer: '/onvif_url', reason: { code } },
      ]);
    expect((await update(id, { onvif_url: null })).body.onvif_url).toBeNull();
  });

  it('keeps what an update leaves out and clears what it sets to null', async () => {
    const { id } = (await create({ sub_url: 'rtsp://10.0.0.5/sub', detector_camera_name: 'gate' })).body;
    expect((await update(id, { name: 'Door' })).body).toMatchObject({
      name: 'Door',
      sub_url: 'rtsp://10.0.0.5/sub',
      detector_camera_name: 'gate',
    });
    expect((await update(id, { sub_url: null, detector_camera_name: null })).body).toMatchObject({
      sub_url: null,
      detector_camera_name: null,
      name: 'Door',
    });
  });
});

describe('a camera’s password', () => {
  it('is stored encrypted and never returned', async () => {
    const { id } = (await create({ main_url: 'rtsp://root:s3cret-word@10.0.0.5/x' })).body;
    const row = await saved(id);
    expect(row.mainUrl).toBe('rtsp://root@10.0.0.5/x');
    expect(row.mainPassword?.toString('latin1')).not.toContain('s3cret-word');
    for (const path of [`/config/cameras/${id}`, '/config/cameras', '/cameras']) {
      const { body } = await test.call('GET', path, { token: admin });
      expect(JSON.stringify(body)).not.toContain('s3cret-word');
    }
    expect((await test.call('GET', `/config/cameras/${id}`, { token: admin })).body).toMatchObject({
      main_url: 'rtsp://root@10.0.0.5/x',
      main_has_password: true,
    });
  });

  it('is kept when the shown address is sent back, and dropped when the host changes', async () => {
    const { id, main_url } = (await create({ main_url: 'rtsp://root:s3cret-word@10.0.0.5/x' })).body;
    const before = (await saved(id)).mainPassword;
    expect((await update(id, { main_url })).body.main_has_password).toBe(true);
    expect((await saved(id)).mainPassword).toEqual(before);
    expect((await update(id, { main_url: 'rtsp://root@10.0.0.99/x' })).body.main_has_password).toBe(false);
  });
});

describe('a password in the path or query of an address', () => {
  const whole = 'rtsp://10.0.0.5:554/user=admin_password=s3cret-word_channel=1_stream=0.sdp';
  const shown = 'rtsp://10.0.0.5:554/user=admin_password=***_channel=1_stream=0.sdp';

  it('is stored encrypted and shown masked', async () => {
    const made = await create({ main_url: whole, sub_url: 'http://10.0.0.5/x?usr=admin&pwd=s3cret-word' });
    expect(made.body).toMatchObject({
      main_url: shown,
      main_has_password: true,
      sub_url: 'http://10.0.0.5/x?usr=admin&pwd=***',
      sub_has_password: true,
    });
    const row = await saved(made.body.id);
    expect(JSON.stringify({ ...row, mainPassword: row.mainPassword?.toString('latin1') })).not.toContain('s3cret-word');
    const password = test.secrets.open(row.mainPassword ?? Buffer.alloc(0)) ?? null;
    expect(withPassword({ url: row.mainUrl, password })).toBe(whole);
  });

  it('is kept when the shown address is sent back, and never sent to another host', async () => {
    const { id } = (await create({ main_url: whole })).body;
    const before = (await saved(id)).mainPassword;
    expect((await update(id, { main_url: shown })).body).toMatchObject({ main_url: shown, main_has_password: true });
    expect((await saved(id)).mainPassword).toEqual(before);
    const elsewhere = await update(id, { main_url: shown.replace('10.0.0.5', '10.0.0.99') });
    expect([elsewhere.status, elsewhere.body.errors[0].pointer]).toEqual([422, '/main_url']);
    expect((await create({ name: 'Other', main_url: shown })).status).toBe(422);
    expect((await test.call('POST', '/config/cameras/test', { token: admin, body: { url: shown } })).status).toBe(422);
  });
});

describe('the plate settings of a camera', () => {
  const put = (id: string, body: object) => test.call('PUT', `/config/cameras/${id}/lpr`, { token: admin, body });
  const triangle = [
    [0, 0],
    [1, 0],
    [0.5, 1],
  ];

  it('change only what is sent', async () => {
    const { id } = (await create({})).body;
    expect((await put(id, { engine: 'both' })).body).toMatchObject({
      engine: 'both',
      enabled: true,
      min_confidence: 0.6,
    });
    const zones = { include: [triangle], exclude: [] };
    expect((await put(id, { zones })).body).toEqual({
      engine: 'both',
      enabled: true,
      min_confidence: 0.6,
      zones,
      country: null,
    });
    expect((await put(id, { min_confidence: 0.9, country: 'BR' })).body).toEqual({
      engine: 'both',
      enabled: true,
      min_confidence: 0.9,
      zones,
      country: 'BR',
    });
    expect((await put(id, { engine: 'none' })).body.country).toBe('BR');
    expect((await put(id, { country: null })).body.country).toBeNull();
  });

  it('are 404 for a camera that does not exist', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await put(nobody, { engine: 'both' })).status).toBe(404);
    expect((await test.call('GET', `/config/cameras/${nobody}/lpr`, { token: admin })).status).toBe(404);
  });

  it.each([
    { country: 'Brazil' },
    { country: 'br' },
    { min_confidence: 1.1 },
    { engine: 'magic' },
    {
      zones: {
        include: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
        exclude: [],
      },
    },
    {
      zones: {
        include: [
          [
            [0, 0],
            [1, 1],
            [2, 0],
          ],
        ],
        exclude: [],
      },
    },
    { zones: { include: Array.from({ length: 33 }, () => triangle), exclude: [] } },
    { zones: { include: [] } },
  ])('refuse %j', async (body) => {
    const { id } = (await create({})).body;
    expect((await put(id, body)).status).toBe(422);
  });
});

describe('testing an address', () => {
  const probe = (url: string) => test.call('POST', '/config/cameras/test', { token: admin, body: { url } });

  it.each(['rtsp://169.254.169.254/latest', 'http://[fe80::1]/x', 'http://100.100.100.200/', 'rtsp://0.0.0.0/x'])(
    'never contacts %s',
    async (url) => {
      const reply = await probe(url);
      expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([422, '/url']);
    },
  );

  it('takes MJPEG where the camera is to be converted', async () => {
    const launch =
      'videotestsrc is-live=true ! video/x-raw,format=I420,width=160,height=120 ! jpegenc ! rtpjpegpay name=pay0 pt=26';
    const camera = await startGstCamera({ mounts: { '/main': launch } });
    onTestFinished(() => camera.stop());
    const body = { url: camera.url('/main'), convert_video: true };
    const found = await test.call('POST', '/config/cameras/test', { token: admin, body });
    expect(found.body).toMatchObject({ video: { codec: 'mjpeg', width: 160 } });
  });

  it.each([
    [
      'MJPEG',
      'videotestsrc is-live=true ! video/x-raw,format=I420,width=160,height=120 ! jpegenc ! rtpjpegpay name=pay0 pt=26',
      /sends MJPEG.*H\.264 or H\.265/,
    ],
    [
      'sound alone',
      'audiotestsrc is-live=true ! audio/x-raw,rate=8000,channels=1 ! alawenc ! rtppcmapay name=pay0 pt=8',
      /sound without a picture/,
    ],
  ])('explains that %s cannot be recorded, and what to do', async (_title, launch, sentence) => {
    const camera = await startGstCamera({ mounts: { '/main': launch } });
    onTestFinished(() => camera.stop());
    expect((await probe(camera.url('/main'))).body).toMatchObject({
      status: 422,
      type: '/problems/not-recordable',
      detail: expect.stringMatching(sentence),
    });
  });

  it('reports in one sentence that no connection is accepted, without the password', async () => {
    const reply = await probe('rtsp://root:s3cret-word@127.0.0.1:1/x');
    expect(reply.body).toMatchObject({
      status: 502,
      type: '/problems/camera-unreachable',
      detail: 'The device can be reached but does not accept connections on this port.',
    });
    expect(JSON.stringify(reply.body)).not.toContain('s3cret-word');
  });
});

describe('settings', () => {
  it('clamp the seconds of a clip and keep omitted fields', async () => {
    const put = async (body: object) => (await test.call('PUT', '/config/settings', { token: admin, body })).body;
    expect(await put({ clip_overview_seconds: 300 })).toMatchObject({
      clip_overview_seconds: 30,
      clip_pre_roll_seconds: 2,
    });
    expect(await put({ clip_overview_seconds: 1, clip_pre_roll_seconds: -1 })).toMatchObject({
      clip_overview_seconds: 10,
      clip_pre_roll_seconds: 0,
    });
    expect(await put({ clip_pre_roll_seconds: 60 })).toMatchObject({
      clip_overview_seconds: 10,
      clip_pre_roll_seconds: 9,
    });
    expect(await put({ clip_overview_seconds: 12.5, clip_pre_roll_seconds: 1e9 })).toMatchObject({
      clip_overview_seconds: 13,
      clip_pre_roll_seconds: 9,
    });
    expect(await put({ clip_overview_seconds: -1e300, clip_pre_roll_seconds: -0 })).toMatchObject({
      clip_overview_seconds: 10,
      clip_pre_roll_seconds: 0,
    });
  });

  it('refuse numbers outside the plate configuration’s ranges', async () => {
    const put = async (body: object) => (await test.call('PUT', '/config/lpr', { token: admin, body })).status;
    expect(
      await Promise.all(
        [
          { watchlist_fuzz: 0.51 },
          { watchlist_fuzz: -1 },
          { retention: 0 },
          { retention: 3651 },
          { enabled: 'yes' },
        ].map(put),
      ),
    ).toEqual([422, 422, 422, 422, 422]);
    expect(await put({ enabled: true, retention: 3650, watchlist_fuzz: 0.5 })).toBe(200);
  });

  it('enable plates at once for users who may see them', async () => {
    const enabled = async () => (await test.call('GET', '/me', { token: admin })).body.plates_enabled;
    expect(await enabled()).toBe(false);
    await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: true } });
    expect(await enabled()).toBe(true);
  });
});
