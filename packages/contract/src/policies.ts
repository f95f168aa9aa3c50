import {
  type BehaviorColumn,
  type BehaviorColumns,
  behaviorColumnNames,
  behaviorColumns,
  type ColumnValue,
  type SnakeCase,
  snakeCase,
} from '@holdfast/domain';
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { ById } from './identifiers.ts';
import { noContent, route } from './route.ts';
import { Name, Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

type BehaviorProperties = { [C in BehaviorColumn as SnakeCase<C>]: TUnsafe<ColumnValue<BehaviorColumns[C]>> };

function schemaOf(column: BehaviorColumns[BehaviorColumn]): TSchema {
  switch (column.kind) {
    case 'enum':
      return OneOf(column.values);
    case 'flag':
      return Type.Boolean();
    case 'integer':
      return Type.Integer({ minimum: column.min, maximum: column.max });
    case 'fraction':
      return Type.Number({ exclusiveMinimum: 0, maximum: 1 });
    case 'storage':
      return Uuid;
    case 'week':
      return Type.Array(Type.String({ pattern: '^[01]{24}$' }), { minItems: 7, maxItems: 7 });
  }
}

/** The behaviour columns in the API, generated from the list that the rules and the database share. */
export const behaviorProperties = Object.fromEntries(
  behaviorColumnNames.map((name) => {
    const column = behaviorColumns[name];
    const schema = schemaOf(column);
    return [snakeCase(name), 'nullable' in column && column.nullable ? Nullable(schema) : schema];
  }),
) as BehaviorProperties;

const optionalBehavior = Object.fromEntries(
  Object.entries(behaviorProperties).map(([name, schema]) => [name, Type.Optional(schema)]),
) as { [P in keyof BehaviorProperties]: TOptional<BehaviorProperties[P]> };

export const WireBehavior = Strict(behaviorProperties);
export type WireBehavior = Static<typeof WireBehavior>;

const Policy = Strict(
  {
    id: Uuid,
    name: Type.String(),
    is_default: Type.Boolean(),
    origin: OneOf(['operator', 'deviation']),
    /** Cameras that use the policy, by name. */
    members: Type.Array(Strict({ id: Uuid, name: Type.String() })),
    created_at: Timestamp,
    ...behaviorProperties,
  },
  { $id: 'Policy' },
);

export const policies = {
  list: route({
    method: 'GET',
    path: '/config/policies',
    access: 'admin',
    summary: 'All recording policies, Default first',
    reply: Strict({ items: Type.Array(Policy) }),
  }),
  create: route({
    method: 'POST',
    path: '/config/policies',
    access: 'admin',
    summary: 'Creates a policy; omitted fields have their defaults',
    body: Strict({ name: Name, ...optionalBehavior }),
    status: 201,
    reply: Policy,
  }),
  get: route({
    method: 'GET',
    path: '/config/policies/{id}',
    access: 'admin',
    summary: 'One policy',
    params: ById,
    reply: Policy,
  }),
  update: route({
    method: 'PUT',
    path: '/config/policies/{id}',
    access: 'admin',
    summary: 'Changes a policy for all its cameras; a rename makes it the operator’s own',
    params: ById,
    body: Patch({ name: Name, ...behaviorProperties }),
    reply: Policy,
  }),
  remove: route({
    method: 'DELETE',
    path: '/config/policies/{id}',
    access: 'admin',
    summary: 'Removes a policy without cameras, except Default',
    params: ById,
    reply: noContent,
  }),
  editForCamera: route({
    method: 'PUT',
    path: '/config/cameras/{id}/policy',
    access: 'admin',
    summary: 'Edits the recording settings of one camera: it joins a policy with equal behaviour, or gets its own',
    params: ById,
    body: Strict({ policy_id: Type.Optional(Nullable(Uuid)), ...optionalBehavior }),
    reply: Policy,
  }),
};
