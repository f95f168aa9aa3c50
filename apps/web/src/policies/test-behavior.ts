import type { WireBehavior } from '@holdfast/contract';
import { type Behavior, behaviorColumnNames, snakeCase } from '@holdfast/domain';

export const behaviorToWire = (behavior: Behavior): WireBehavior =>
  Object.fromEntries(behaviorColumnNames.map((column) => [snakeCase(column), behavior[column]])) as WireBehavior;
