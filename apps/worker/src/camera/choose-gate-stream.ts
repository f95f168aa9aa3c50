import { describeStream } from '@holdfast/media';

/** The substream address derived from a main address of our restream; undefined for other addresses. */
export const subUrlOf = (mainUrl: string): string | undefined => {
  const url = new URL(mainUrl);
  if (!url.pathname.endsWith('/main')) return undefined;
  url.pathname = url.pathname.replace(/main$/, 'sub');
  return url.href;
};

const DESCRIBE_MS = 20_000;

/** The stream for motion gating: the substream if there is one. Undefined if that is not known yet. */
export async function chooseGateStream(
  { mainUrl, subUrl }: { mainUrl: string; subUrl: string | undefined },
  signal: AbortSignal,
): Promise<{ url: string; isMain: boolean } | undefined> {
  const wanted = subUrl ?? subUrlOf(mainUrl);
  if (wanted === undefined) return { url: mainUrl, isMain: true };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DESCRIBE_MS)]);
  const described = await describeStream({ url: wanted, signal: limit });
  if (described.kind === 'described') return { url: wanted, isMain: false };
  // A configured substream is used as it is; a derived address may be of a stream that does not exist.
  return described.kind === 'unknown' && subUrl === undefined ? { url: mainUrl, isMain: true } : undefined;
}
