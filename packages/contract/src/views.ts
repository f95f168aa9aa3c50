import { liveLayouts } from '@holdfast/domain';
import { Type } from 'typebox';
import { ById } from './identifiers.ts';
import { noContent, route } from './route.ts';
import { Name, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_VIEWS = 50;
export const MAX_VIEW_CAMERAS = 256;

const Layout = OneOf(liveLayouts);
const Cameras = Type.Array(Uuid, { uniqueItems: true, maxItems: MAX_VIEW_CAMERAS });

const View = Strict(
  {
    id: Uuid,
    name: Type.String(),
    layout: Layout,
    /** In display order; only those the caller may see. */
    camera_ids: Type.Array(Uuid),
    created_at: Timestamp,
  },
  { $id: 'View' },
);

const editable = { name: Name, layout: Layout, camera_ids: Cameras };

export const views = {
  list: route({
    method: 'GET',
    path: '/views',
    access: 'user',
    summary: 'The caller’s own views of the live wall, oldest first',
    reply: Strict({ items: Type.Array(View) }),
  }),
  create: route({
    method: 'POST',
    path: '/views',
    access: 'user',
    summary: `Saves a view of the caller’s own, at most ${MAX_VIEWS}; cameras outside the caller’s scope are left out`,
    body: Strict(editable),
    status: 201,
    reply: View,
  }),
  update: route({
    method: 'PUT',
    path: '/views/{id}',
    access: 'user',
    summary: 'Changes a view of the caller’s own; omitted fields are unchanged',
    params: ById,
    body: Patch(editable),
    reply: View,
  }),
  remove: route({
    method: 'DELETE',
    path: '/views/{id}',
    access: 'user',
    summary: 'Removes a view of the caller’s own',
    params: ById,
    reply: noContent,
  }),
};
