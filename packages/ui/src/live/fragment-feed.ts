/** Safari on iPhones only has ManagedMediaSource. */
export const mediaSourceClass = (): typeof MediaSource | undefined => {
  const { ManagedMediaSource } = globalThis as { ManagedMediaSource?: typeof MediaSource };
  return globalThis.MediaSource ?? ManagedMediaSource;
};

export interface FragmentFeed {
  isSupported(mimeType: string): boolean;
  /** Sets the format; fragments that were pushed earlier wait for it. */
  describe(mimeType: string): void;
  push(fragment: ArrayBuffer): void;
  /** Removes media before this position, unless an append is in progress. */
  removeBefore(seconds: number): void;
  close(): void;
}

/** Appends fragments to a video element one after the other. */
export function createFragmentFeed({
  video,
  onAppended,
  onBroken,
}: {
  video: HTMLVideoElement;
  /** With the time at which the fragment had arrived. */
  onAppended: (arrivedTickMs: number | undefined) => void;
  onBroken: () => void;
}): FragmentFeed {
  const Source = mediaSourceClass();
  const source = Source && new Source();
  const objectUrl = source && URL.createObjectURL(source);
  const waiting: { fragment: ArrayBuffer; tickMs: number }[] = [];
  let buffer: SourceBuffer | undefined;
  let mimeType: string | undefined;
  let appendingTickMs: number | undefined;
  let closed = false;

  const feed = () => {
    if (closed || !buffer || buffer.updating) return;
    const next = waiting.shift();
    if (!next) return;
    try {
      buffer.appendBuffer(next.fragment);
      appendingTickMs = next.tickMs;
    } catch {
      onBroken();
    }
  };
  const open = () => {
    if (closed || mimeType === undefined || buffer || source?.readyState !== 'open') return;
    buffer = source.addSourceBuffer(mimeType);
    buffer.addEventListener('updateend', () => {
      const tickMs = appendingTickMs;
      appendingTickMs = undefined;
      onAppended(tickMs);
      feed();
    });
    buffer.addEventListener('error', onBroken);
    feed();
  };
  source?.addEventListener('sourceopen', open);
  if (objectUrl !== undefined) video.src = objectUrl;

  return {
    isSupported: (type) => Source?.isTypeSupported(type) === true,
    describe(type) {
      mimeType = type;
      open();
    },
    push(fragment) {
      waiting.push({ fragment, tickMs: performance.now() });
      feed();
    },
    removeBefore(seconds) {
      if (buffer && !buffer.updating) buffer.remove(0, seconds);
    },
    close() {
      closed = true;
      video.removeAttribute('src');
      video.load();
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
    },
  };
}
