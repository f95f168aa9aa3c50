import { api } from '../api/api.ts';
import { pushedChanges } from '../api/pushed-changes.ts';
import { createHubStates } from './hub-states-store.ts';

/** A singleton of the page. */
export const hubStates = createHubStates({ load: () => api.hub.states(), nowMs: Date.now });

pushedChanges.listen((change) => {
  if (change.kind === 'hub_state') hubStates.note(change.hub_state);
});
