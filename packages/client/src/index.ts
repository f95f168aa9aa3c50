export { type Client, type ClientOptions, createClient, problemOf } from './create-client.ts';
export { type ChangesOptions, followChanges } from './follow-changes.ts';
export { ApiProblem } from './problem.ts';
