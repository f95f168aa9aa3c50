import { reasonBody } from '@holdfast/contract';
import { reasonCode } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import { createFormat } from './format.ts';
import { de } from './messages/de/de.ts';
import { en } from './messages/en/en.ts';
import { reasonSentence } from './reason-sentence.ts';

const german = { messages: de, format: createFormat('de-DE', 'UTC'), locale: 'de-DE' };
const english = { messages: en, format: createFormat('en-GB', 'UTC'), locale: 'en-GB' };

describe('the sentence of a reason', () => {
  it.each([
    [reasonCode('camera-rejected-login'), 'Die Kamera hat Benutzername oder Passwort abgelehnt.'],
    [reasonCode('camera-refused', { status: 503 }), 'Die Kamera stellt den Stream nicht bereit (RTSP-Status 503).'],
    [reasonCode('retry-after', { seconds: 30 }), 'Versuchen Sie es in 30 s erneut.'],
    [reasonCode('delivery-status', { status: 500 }), 'Der Dienst hat mit Status 500 geantwortet.'],
    [reasonCode('delivery-timed-out', { seconds: 0.5 }), 'Innerhalb von 0,5 s kam keine Antwort.'],
    [reasonCode('missing-capability', { capability: 'export' }), 'Ihrer Rolle fehlt die Berechtigung „Export“.'],
    [
      reasonCode('export-camera-gone', { camera: 'A (b) {c} $1' }),
      'Die Kamera A (b) {c} $1 wurde entfernt oder ist nicht mehr für Sie freigegeben.',
    ],
    [
      reasonCode('exports-over-limit', { size_bytes: 2e9, limit_bytes: 5e10, used_bytes: 4.9e10 }),
      'Dieser Export umfasst etwa 2 GB; Exporte dürfen insgesamt 50 GB belegen und belegen jetzt 49 GB.',
    ],
  ])('%s is in the user’s language', (reason, sentence) =>
    expect(reasonSentence(reasonBody(reason), '', german).replaceAll('\u00a0', ' ')).toBe(sentence),
  );

  it('is the sentence of the domain in English', () =>
    expect(reasonSentence(reasonBody(reasonCode('too-short', { limit: 8 })), '', english)).toBe(
      'Use at least 8 characters.',
    ));

  it('is the server’s if there is no code or an unknown one', () => {
    for (const reason of [null, undefined, { code: 'quite-new', values: {} }])
      expect(reasonSentence(reason, 'Something new.', german)).toBe('Something new.');
  });
});
