import { describeStream } from '@holdfast/media';

/** The address of a camera's sub stream beside its main one, where the main one is an address of our restream. */
export const subUrlOf = (mainUrl: string): string | undefined => {
  const url = new URL(mainUrl);
  if (!url.pathname.endsWith('/main')) return undefined;
  url.pathname = url.pathname.replace(/main$/, 'sub');
  return url.href;
};

const DESCRIBE_MS = 20_000;

/** Which stream the gate looks at: the sub stream where there is one. Undefined where that cannot be told yet. */
export async function chooseGateStream(
  { mainUrl, subUrl }: { mainUrl: string; subUrl: string | undefined },
  signal: AbortSignal,
): Promise<{ url: string; isMain: boolean } | undefined> {
  const wanted = subUrl ?? subUrlOf(mainUrl);
  if (wanted === undefined) return { url: mainUrl, isMain: true };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DESCRIBE_MS)]);
  const described = await describeStream({ url: wanted, signal: limit });
  if (described.kind === 'described') return { url: wanted, isMain: false };
  // Whoever names a sub stream of its own wants that one; a derived address may be of a stream that does not exist.
  return described.kind === 'unknown' && subUrl === undefined ? { url: mainUrl, isMain: true } : undefined;
}
