import { expect, it } from 'vitest';
import { sourceInput } from './source-input.ts';

it('keeps the address, and with it the password, off the command line', () => {
  const { args, list } = sourceInput('rtsp://root:s3cret@10.0.0.5/x');
  expect(args.join(' ')).not.toContain('s3cret');
  expect(list).toBe(
    "ffconcat version 1.0\nfile 'rtsp://root:s3cret@10.0.0.5/x'\noption rtsp_transport tcp\noption timeout 8000000\n",
  );
});

it('lets no quote or line break end the address early', () => {
  expect(sourceInput("http://h/a'\nfile").list.split('\n')[1]).toBe("file 'http://h/a%27%0Afile'");
});

it('follows no redirect over HTTP and names no local file protocol', () => {
  const { args, list } = sourceInput('http://10.0.0.5/x');
  expect(list).toContain('option max_redirects 0');
  expect(args[1]?.split(',')).not.toContain('file');
});
