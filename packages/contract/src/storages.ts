import { Type } from 'typebox';
import { ById } from './identifiers.ts';
import { noContent, route } from './route.ts';
import { Name, Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const FOLDER_PATH_PATTERN = '^/[^\\u0000-\\u001f]*$';

const FolderPath = Type.String({ minLength: 1, maxLength: 4096, pattern: FOLDER_PATH_PATTERN });

const Storage = Strict(
  {
    id: Uuid,
    name: Type.String(),
    path: Type.String(),
    is_default: Type.Boolean(),
    /** The folder as checked by the server now. */
    state: OneOf(['ok', 'missing', 'unwritable']),
    total_bytes: Nullable(Type.Integer()),
    free_bytes: Nullable(Type.Integer()),
    /** Since when rows without a file are kept in the index, because too many files were missing at once. */
    pruning_stopped_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  { $id: 'Storage' },
);

export const storages = {
  list: route({
    method: 'GET',
    path: '/config/storages',
    access: 'admin',
    summary: 'All storages with their free space',
    reply: Strict({ items: Type.Array(Storage) }),
  }),
  create: route({
    method: 'POST',
    path: '/config/storages',
    access: 'admin',
    summary: 'Adds an existing, writable folder as a storage',
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
    summary: 'Removes a storage that no policy uses; its folder is not changed',
    params: ById,
    reply: noContent,
  }),
  acceptDisk: route({
    method: 'POST',
    path: '/config/storages/{id}/accept-disk',
    access: 'admin',
    summary: 'Accepts the disk that is mounted now for the storage; a disk of another storage is refused',
    params: ById,
    reply: noContent,
  }),
  resumePruning: route({
    method: 'POST',
    path: '/config/storages/{id}/resume-pruning',
    access: 'admin',
    summary: 'Confirms that missing files are gone: for a day their rows are dropped from the index',
    params: ById,
    reply: noContent,
  }),
};
