import { type Database, findRestreamAccount, findStreamStatus } from '@holdfast/db';
import type { StreamName } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';
import type { LivePlan } from '@holdfast/media';
import type { LiveSource } from './live-streams.ts';

interface Deps {
  db: Database;
  secrets: SecretBox;
  rtspPort: number;
}

/** Where a camera's stream is to be had from our own restream, and what must be done to it. */
export async function sourceOf(
  { db, secrets, rtspPort }: Deps,
  { cameraId, stream, transcode }: { cameraId: string; stream: StreamName; transcode: boolean },
): Promise<LiveSource | undefined> {
  const [account, status] = await Promise.all([findRestreamAccount(db), findStreamStatus(db, { cameraId, stream })]);
  const password = account && secrets.open(account.password);
  if (!account || password === undefined) return undefined;
  const video = plan(status?.codecs ?? '', transcode);
  return {
    key: `${cameraId} ${stream} ${video}`,
    url: `rtsp://${account.username}:${encodeURIComponent(password)}@127.0.0.1:${rtspPort}/${cameraId}/${stream}`,
    video,
  };
}

/** H.264 plays everywhere, so there is nothing to make of it. */
function plan(codecs: string, transcode: boolean): LivePlan['video'] {
  if (!/hvc1|hev1|hevc|h265/i.test(codecs)) return 'copy-h264';
  return transcode ? 'encode-h264' : 'copy-hevc';
}
