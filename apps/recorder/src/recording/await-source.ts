import { reasonCode, type StreamRef, type StreamState } from '@holdfast/domain';
import type { SourceState, SourceStates } from '@holdfast/media';
import type { StreamReport } from '../status/stream-report.ts';

/** Waits until the source delivers or the signal aborts. Reports why it does not deliver meanwhile. */
export async function awaitSource({
  ref,
  sources,
  report,
  isStalled,
  signal,
}: {
  ref: StreamRef;
  sources: SourceStates;
  report: StreamReport;
  /** The stream was just reconnected because of a stall: "connecting" would hide the stall. */
  isStalled: boolean;
  signal: AbortSignal;
}): Promise<void> {
  while (!signal.aborted) {
    const state = sources.stateOf(ref);
    if (state.kind === 'streaming') return;
    const { shown, detail } = streamStateOf(state);
    if (!isStalled || shown === 'rejected') report.state(ref, shown, detail);
    await sources.stateChanged(ref, signal);
  }
}

function streamStateOf(state: SourceState): { shown: StreamState; detail: string | null } {
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
