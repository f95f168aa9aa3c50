import { jpegOf } from '@holdfast/testkit';
import { startTestApp, type TestApp, type TestReply } from './test-app.ts';

export interface PlateInstallation {
  test: TestApp;
  admin: string;
  ingestToken: string;
  /** Read by both engines. */
  cameraId: string;
  newCamera(name: string, engine?: string): Promise<string>;
  /** A read of the worker, with defaults for missing fields. */
  post(body?: Record<string, unknown>): Promise<TestReply>;
  watch(plate: string, fields?: Record<string, unknown>): Promise<TestReply>;
  /** A user with their own role, signed in. */
  signIn(
    username: string,
    role: { capabilities: string[]; camera_ids?: string[] },
  ): Promise<{ id: string; token: string }>;
  close(): Promise<void>;
}

export const cropOf = (options: { width?: number; height?: number; padBytes?: number } = {}) =>
  jpegOf({ width: 120, height: 40, ...options }).toString('base64');

let counter = 0;

/** A server with plates enabled, one camera and the worker's token. */
export async function startPlateInstallation(
  adminUrl: string,
  options: Parameters<typeof startTestApp>[1] = {},
): Promise<PlateInstallation> {
  const test = await startTestApp(adminUrl, options);
  const admin = await test.bootstrap();
  const asAdmin = async (method: 'POST' | 'PUT', url: string, body?: unknown) => {
    const reply = await test.call(method, url, { token: admin, ...(body !== undefined && { body }) });
    if (reply.status >= 300) throw new Error(`${url} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const newCamera: PlateInstallation['newCamera'] = async (name, engine = 'both') => {
    const camera = await asAdmin('POST', '/config/cameras', {
      name,
      main_url: 'rtsp://127.0.0.1:1/none',
      lpr_engine: engine,
    });
    return camera.body.id as string;
  };
  const cameraId = await newCamera('Gate');
  await asAdmin('PUT', '/config/lpr', { enabled: true });
  const ingestToken = (await asAdmin('POST', '/config/lpr/rotate-token')).body.token as string;

  return {
    test,
    admin,
    ingestToken,
    cameraId,
    newCamera,
    post: (body = {}) =>
      test.call('POST', '/lpr/reads', {
        headers: { 'x-ingest-token': ingestToken },
        body: {
          camera_id: cameraId,
          plate: 'ABC1234',
          confidence: 0.9,
          provider_event_id: `event-${++counter}`,
          ...body,
        },
      }),
    watch: (plate, fields = {}) => test.call('POST', '/lpr/watchlist', { token: admin, body: { plate, ...fields } }),
    signIn: async (username, role) => {
      const { body } = await asAdmin('POST', '/config/roles', { name: `Role of ${username}`, ...role });
      const user = await asAdmin('POST', '/config/users', { username, password: 'long enough', role_id: body.id });
      const login = await test.call('POST', '/auth/login', { body: { username, password: 'long enough' } });
      return { id: user.body.id as string, token: login.body.token as string };
    },
    close: () => test.close(),
  };
}
