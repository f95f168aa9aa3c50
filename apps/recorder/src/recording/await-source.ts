import { reasonCode, type StreamState } from '@holdfast/domain';
import type { SourceState } from '@holdfast/media';
import type { SourceBoard } from '../restream/source-board.ts';
import type { StreamRef } from '../segments/stream-ref.ts';
import type { StreamReport } from '../status/stream-report.ts';

/** Waits until the camera sends, reporting meanwhile why it does not; or until aborted. */
export async function awaitSource({
  ref,
  sources,
  report,
  isStalled,
  signal,
}: {
  ref: StreamRef;
  sources: SourceBoard;
  report: StreamReport;
  /** It was just given up for want of pictures: that it is asked anew is no news. */
  isStalled: boolean;
  signal: AbortSignal;
}): Promise<void> {
  while (!signal.aborted) {
    const state = sources.get(ref);
    if (state.kind === 'streaming') return;
    const { shown, detail } = sourceWords(state);
    if (!isStalled || shown === 'rejected') report.state(ref, shown, detail);
    await sources.changed(ref, signal);
  }
}

export function sourceWords(state: SourceState): { shown: StreamState; detail: string | null } {
  switch (state.kind) {
    case 'idle':
    case 'connecting':
      return { shown: 'connecting', detail: reasonCode('camera-connecting') };
    case 'streaming':
      return { shown: 'connecting', detail: state.warning ?? null };
    case 'offline':
      return { shown: 'offline', detail: state.reason };
    case 'rejected':
    case 'refused':
      return { shown: 'rejected', detail: state.reason };
  }
}
