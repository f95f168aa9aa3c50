import { behaviorProperties, type WireBehavior } from '@holdfast/contract';
import { type Behavior, type BehaviorColumn, behaviorColumnNames, snakeCase } from '@holdfast/domain';

const wireNames = behaviorColumnNames.map((column) => [column, snakeCase(column)] as const);

export const behaviorToWire = (behavior: Behavior): WireBehavior =>
  Object.fromEntries(wireNames.map(([column, wire]) => [wire, behavior[column]])) as WireBehavior;

/** Only the fields in the body: omitted means unchanged. */
export const behaviorFromWire = (body: Partial<WireBehavior>): Partial<Behavior> =>
  Object.fromEntries(
    wireNames.filter(([, wire]) => body[wire] !== undefined).map(([column, wire]) => [column, body[wire]]),
  );

export const namesBehavior = (body: object): boolean => Object.keys(body).some((name) => name in behaviorProperties);

export const wirePointer = (column: BehaviorColumn) => `/${snakeCase(column)}`;
