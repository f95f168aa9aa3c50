export type { HubEntities } from './hub-entities.ts';
export { type HubFaults, type SimulatedHub, startSimulatedHub } from './start-simulated-hub.ts';
