import { formatRtsp } from './rtsp-message.ts';

const reasons = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  454: 'Session Not Found',
  455: 'Method Not Valid in This State',
  461: 'Unsupported Transport',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  551: 'Option not supported',
} as const;

export interface RtspReply {
  status: keyof typeof reasons;
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string;
}

export const formatReply = ({ status, headers = [], body }: RtspReply, sequence: string): string =>
  formatRtsp({
    first: `RTSP/1.0 ${status} ${reasons[status]}`,
    headers: [['CSeq', sequence], ['Server', 'Holdfast'], ...headers],
    ...(body === undefined ? {} : { body }),
  });
