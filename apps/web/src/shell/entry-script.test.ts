import { expect, it } from 'vitest';
import { entryScriptOf } from './entry-script.ts';

it('finds the first script of the console in its page', () => {
  const page = '<link href="/ui/assets/index-b.css"><script type="module" src="/ui/assets/index-Ab_9-x.js"></script>';
  expect(entryScriptOf(page)).toBe('/ui/assets/index-Ab_9-x.js');
});

it('finds none in another page', () => expect(entryScriptOf('<p>Bad gateway</p>')).toBeUndefined());
