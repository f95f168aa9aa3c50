import { expect, it } from 'vitest';
import { unreachableTitle } from './unreachable-title.ts';

it.each([
  ['camera-rejected-login', 'camera.deniedAccess'],
  ['camera-asks-for-login', 'camera.deniedAccess'],
  ['camera-timed-out', 'problem.camera-unreachable'],
  ['camera-connection-refused', 'problem.camera-unreachable'],
  ['not-video', 'camera.unusable'],
  ['codec-not-recordable', 'camera.unusable'],
  [undefined, 'problem.camera-unreachable'],
])('has a heading that fits the reason %s', (code, title) => expect(unreachableTitle(code)).toBe(title));
