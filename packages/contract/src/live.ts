import { streamNames } from '@holdfast/domain';
import { Type } from 'typebox';
import { binary, noContent, route, webSocket } from './route.ts';
import { OneOf, Patch, Strict, Uuid } from './scalars.ts';

const LARGEST_OFFER_BYTES = 32_768;

export const live = {
  watch: route({
    method: 'GET',
    path: '/live/{camera_id}',
    access: 'media',
    scope: 'camera',
    summary:
      'Live picture and sound over a WebSocket: first a text {"mime_type", "has_sound"}, then fragments of MP4 to append. Ask for transcode=h264 where the codec cannot be played, and for sound=off while nobody listens',
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
    body: Type.String({ minLength: 1, maxLength: LARGEST_OFFER_BYTES }),
    bodyMediaType: 'application/sdp',
    bodyLimitBytes: LARGEST_OFFER_BYTES,
    status: 201,
    reply: binary('application/sdp'),
  }),
  hangUp: route({
    method: 'DELETE',
    path: '/live/{camera_id}/whep/{session_id}',
    access: 'media',
    scope: 'camera',
    summary: 'Ends a WebRTC session of the caller’s own',
    params: Strict({ camera_id: Uuid, session_id: Uuid }),
    reply: noContent,
  }),
};
