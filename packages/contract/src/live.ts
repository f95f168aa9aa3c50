import { streamNames } from '@holdfast/domain';
import { Type } from 'typebox';
import { binary, noContent, route, webSocket } from './route.ts';
import { OneOf, Patch, Strict, Uuid } from './scalars.ts';

const MAX_OFFER_BYTES = 32_768;

export const live = {
  watch: route({
    method: 'GET',
    path: '/live/{camera_id}',
    access: 'media',
    scope: 'camera',
    summary:
      'Live picture and sound over a WebSocket: first a text {"mime_type", "has_sound"}, then MP4 fragments to append. Use transcode=h264 if the codec cannot be played, and sound=off while the sound is muted',
    params: Strict({ camera_id: Uuid }),
    query: Patch({ stream: OneOf(streamNames), transcode: OneOf(['h264']), sound: OneOf(['off']) }),
    reply: webSocket,
  }),
  offer: route({
    method: 'POST',
    path: '/live/{camera_id}/whep',
    access: 'media',
    scope: 'camera',
    summary:
      'Live over WebRTC (WHEP): an SDP offer is answered, Location names the session. H.264 with Opus or G.711 as the camera sends them; other sound is left out',
    params: Strict({ camera_id: Uuid }),
    query: Patch({ stream: OneOf(streamNames) }),
    body: Type.String({ minLength: 1, maxLength: MAX_OFFER_BYTES }),
    bodyMediaType: 'application/sdp',
    bodyLimitBytes: MAX_OFFER_BYTES,
    status: 201,
    reply: binary('application/sdp'),
  }),
  hangUp: route({
    method: 'DELETE',
    path: '/live/{camera_id}/whep/{session_id}',
    access: 'media',
    scope: 'camera',
    summary: 'Ends a WebRTC session of the caller',
    params: Strict({ camera_id: Uuid, session_id: Uuid }),
    reply: noContent,
  }),
};
