export { type Client, type ClientOptions, createClient } from './create-client.ts';
export { ApiProblem } from './problem.ts';
