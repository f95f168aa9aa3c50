import { sourceSchemes } from '@holdfast/domain';
import { expect, it } from 'vitest';
import { sourceInput } from './source-input.ts';

it('keeps the address, and with it the password, off the command line', () => {
  const { args, list } = sourceInput('rtsp://root:s3cret@127.0.0.1:1/x');
  expect(args.join(' ')).not.toContain('s3cret');
  expect(list.split('\n').slice(0, 2)).toEqual(['ffconcat version 1.0', "file 'rtsp://root:s3cret@127.0.0.1:1/x'"]);
});

it('escapes quotes and line breaks in the address', () => {
  expect(sourceInput("http://h/a'\nfile").list.split('\n')[1]).toBe("file 'http://h/a%27%0Afile'");
});

it.each([...sourceSchemes, 'file', 'constructor'])('does not let %s open files or lists of addresses', (scheme) => {
  const { args, list } = sourceInput(`${scheme}://10.0.0.5/x`);
  expect(args[1]).toBe('pipe');
  const allowed = (kind: string) => new RegExp(`^option ${kind}_whitelist (.+)$`, 'm').exec(list)?.[1]?.split(',');
  expect(allowed('protocol')).not.toContain('file');
  for (const format of ['hls', 'dash', 'concat', 'sdp']) expect(allowed('format')).not.toContain(format);
});

it('does not follow redirects over HTTP', () => {
  expect(sourceInput('https://10.0.0.5/x').list).toContain('option max_redirects 0\n');
});
