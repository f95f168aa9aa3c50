import type { Client } from '@holdfast/client';
import { type FakeHub, type GstCamera, gstLaunch, startFakeHub, startGstCamera } from '@holdfast/testkit';
import { ADMIN, type ConsoleInstallation, openConsole, withoutMotionAnalysis } from './console-installation.ts';

export const GATE = 'binary_sensor.garden_gate';

/** The product beside a hub with a gate, to which it is not connected yet. */
export interface HomeInstallation {
  installation: ConsoleInstallation;
  oldCamera: GstCamera;
  hub: FakeHub;
  client: Client;
  /** Of 4:3, so that panes of 16:9 have bars beside it. */
  cameraId: string;
  close(): Promise<void>;
}

/** On a PostgreSQL where it may create a database. */
export async function openHomeInstallation(
  postgresUrl: string,
  env: Record<string, string> = {},
): Promise<HomeInstallation> {
  await using onFailure = new AsyncDisposableStack();
  const hub = await startFakeHub();
  onFailure.defer(() => hub.stop());
  hub.set(GATE, 'off', { device_class: 'door', friendly_name: 'Garden gate' });
  const oldCamera = await startGstCamera({
    mounts: { '/main': gstLaunch.h264({ size: '640x480', fps: 5, keyframeEvery: 5 }) },
  });
  onFailure.defer(() => oldCamera.stop());
  const installation = await openConsole(postgresUrl, env);
  onFailure.defer(() => installation.close());
  const { token } = await installation.product.client().auth.bootstrap({ body: ADMIN });
  const client = installation.product.client(token);
  const { id: cameraId } = await client.cameras.create({
    body: { name: 'Yard', main_url: oldCamera.url('/main'), ...withoutMotionAnalysis },
  });
  const resources = onFailure.move();
  return { installation, oldCamera, hub, client, cameraId, close: () => resources.disposeAsync() };
}
