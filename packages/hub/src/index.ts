export { checkHub, type HubCheck, listHubEntities } from './check-hub.ts';
export { followHub, HUB_TIMING, type HubFollowing, type HubTiming, type HubView } from './follow-hub.ts';
export type { HubEntity } from './hub-entity.ts';
export { HubFault, type HubFaultKind } from './hub-fault.ts';
export {
  effectiveHub,
  type Hub,
  type HubEnv,
  type HubSettings,
  parseHubUrl,
  type SavedHub,
  usableHub,
} from './hub-settings.ts';
export {
  discoveryMessages,
  type OfferedCamera,
  type OfferTopics,
  plateTopic,
  retainedTopics,
  serverStatusTopic,
  snapshotTopic,
  stateMessages,
} from './offer/discovery.ts';
export { createPublisher, type OfferBroker, type Publisher, type PublisherState } from './offer/publisher.ts';
