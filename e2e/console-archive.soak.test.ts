import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { desk } from './console-browser.ts';
import { type HostileInstallation, harmOnEveryScreen, openHostileInstallation } from './hostile-walk.ts';

let hostile: HostileInstallation;
beforeAll(async () => {
  hostile = await openHostileInstallation(inject('postgresUrl'));
});
afterAll(() => hostile?.installation.close());

describe('text that a user entered', () => {
  it('is shown as text on every screen, truncated where needed, on a desktop', async () => {
    expect(await harmOnEveryScreen(hostile, { viewport: desk })).toEqual([]);
    expect(hostile.installation.complaints.join('\n')).toBe('');
  });
});
