import { expect, it } from 'vitest';
import { deviceTimeMs } from './device-time.ts';
import { parseXml } from './xml.ts';

const timeOn = ([year, month, day]: readonly unknown[]) => {
  const body = parseXml(
    `<Body><UTCDateTime><Time><Hour>1</Hour><Minute>2</Minute><Second>3</Second></Time><Date><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></Date></UTCDateTime></Body>`,
  );
  return body && deviceTimeMs(body);
};

it('is the time of a device, if that is plausible', () => {
  expect(timeOn([2026, 11, 18])).toBe(Date.UTC(2026, 10, 18, 1, 2, 3));
  expect(timeOn([1970, 1, 1])).toBe(3_723_000);
});

// One moment after the last day of the calendar there is no date that could be sent in a login.
it.each([[[275_760, 9, 12]], [[275_760, 9, 13]], [[-271_821, 4, 20]], [[1e9, 1, 1]], [['x', 1, 1]], [[9999, 13, 40]]])(
  'is not %j',
  (date) => {
    expect(timeOn(date)).toBeUndefined();
  },
);
