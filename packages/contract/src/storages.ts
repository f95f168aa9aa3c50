import { Type } from 'typebox';
import { ById } from './identifiers.ts';
import { noContent, route } from './route.ts';
import { Name, Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const FolderPath = Type.String({ minLength: 1, maxLength: 4096, pattern: '^/[^\\u0000-\\u001f]*$' });

export const Storage = Strict(
  {
    id: Uuid,
    name: Type.String(),
    path: Type.String(),
    is_default: Type.Boolean(),
    /** As the server sees the folder right now. */
    state: OneOf(['ok', 'missing', 'unwritable']),
    total_bytes: Nullable(Type.Integer()),
    free_bytes: Nullable(Type.Integer()),
    created_at: Timestamp,
  },
  { $id: 'Storage' },
);

export const storages = {
  list: route({
    method: 'GET',
    path: '/config/storages',
    access: 'admin',
    summary: 'The folders that footage is kept in, with their free space',
    reply: Strict({ items: Type.Array(Storage) }),
  }),
  create: route({
    method: 'POST',
    path: '/config/storages',
    access: 'admin',
    summary: 'Adds a storage folder that exists and can be written',
    body: Strict({ name: Name, path: FolderPath }),
    status: 201,
    reply: Storage,
  }),
  update: route({
    method: 'PUT',
    path: '/config/storages/{id}',
    access: 'admin',
    summary: 'Renames a storage',
    params: ById,
    body: Patch({ name: Name }),
    reply: Storage,
  }),
  remove: route({
    method: 'DELETE',
    path: '/config/storages/{id}',
    access: 'admin',
    summary: 'Forgets a storage that no policy uses; the folder is left as it is',
    params: ById,
    reply: noContent,
  }),
};
