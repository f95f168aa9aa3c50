import { expect, it } from 'vitest';
import { withPassword } from '../camera/source-url.ts';
import { eventServiceOf } from './event-service.ts';

const service = 'http://10.0.0.5/onvif/device_service';

it.each([
  ['rtsp://10.0.0.5:554/main', null, { serviceUrl: service, login: null }],
  ['rtsp://ann:a%40b%2Fc@10.0.0.5/main', null, { serviceUrl: service, login: { username: 'ann', password: 'a@b/c' } }],
  ['rtsp://ann@10.0.0.5/main', null, { serviceUrl: service, login: { username: 'ann', password: '' } }],
  ['rtsps://[fd00::5]/main', null, { serviceUrl: 'http://[fd00::5]/onvif/device_service', login: null }],
  ['http://10.0.0.5:8080/mjpeg', null, { serviceUrl: service, login: null }],
  ['rtsp://10.0.0.5/main', 'http://10.0.0.5:8000/onvif/d', { serviceUrl: 'http://10.0.0.5:8000/onvif/d', login: null }],
  ['nothing', null, undefined],
])('the events of %s with the address %s', (mainUrl, onvifUrl, wanted) => {
  expect(eventServiceOf({ mainUrl, onvifUrl })).toEqual(wanted);
});

it('keeps the login from another host', () => {
  const at = (onvifUrl: string) => eventServiceOf({ mainUrl: 'rtsp://ann:secret@Yard.lan/main', onvifUrl })?.login;
  expect(at('http://yard.lan:8000/onvif/device_service')).toEqual({ username: 'ann', password: 'secret' });
  expect(at('http://other.lan/onvif/device_service')).toBeNull();
});

it('uses the password as it was typed', () => {
  const mainUrl = withPassword({ url: 'rtsp://ann%3Ax@10.0.0.5/main', password: '50% @:/?#&' });
  expect(eventServiceOf({ mainUrl, onvifUrl: null })?.login).toEqual({ username: 'ann:x', password: '50% @:/?#&' });
});
