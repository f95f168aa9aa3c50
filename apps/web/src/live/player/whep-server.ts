import type { LiveForm, WhepServer } from '@holdfast/ui';

/** The camera cannot be reached. */
const BAD_GATEWAY = 502;

/** Sends an offer to the server, which refuses it if the codec is not supported or there are too many viewers. */
export const whepServer = (cameraId: string, { stream }: LiveForm): WhepServer => ({
  offer: async (sdp) => {
    const url = new URL(`/live/${cameraId}/whep?stream=${stream}`, location.origin);
    const request = { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: sdp };
    const reply = await fetch(url, request).catch(() => undefined);
    if (reply === undefined || reply.status === BAD_GATEWAY) return { kind: 'away' };
    if (!reply.ok) return { kind: 'refused' };
    const place = reply.headers.get('location');
    return {
      kind: 'answer',
      sdp: await reply.text(),
      hangUp: () => {
        if (place === null) return;
        void fetch(new URL(place, url), { method: 'DELETE', keepalive: true }).catch(() => undefined);
      },
    };
  },
});
