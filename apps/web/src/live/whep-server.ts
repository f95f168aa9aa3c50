import type { LiveForm, WhepServer } from '@holdfast/ui';

/** Sends an offer to the server. Undefined if it is refused: unsupported codec or too many viewers. */
export const whepServer = (cameraId: string, { stream }: LiveForm): WhepServer => ({
  offer: async (sdp) => {
    const url = new URL(`/live/${cameraId}/whep?stream=${stream}`, location.origin);
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: sdp,
    });
    if (!reply.ok) return undefined;
    const place = reply.headers.get('location');
    return {
      sdp: await reply.text(),
      hangUp: () => {
        if (place === null) return;
        void fetch(new URL(place, url), { method: 'DELETE', keepalive: true }).catch(() => undefined);
      },
    };
  },
});
