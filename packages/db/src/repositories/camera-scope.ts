import { sql } from 'kysely';

/**
 * The cameras a user may see, among those requested. As an array it is computed once per statement, and the planner can still
 * walk an index in its order, which it cannot when it joins the view.
 */
export const scopeArray = ({ userId, cameraIds }: { userId: string; cameraIds?: readonly string[] | undefined }) =>
  cameraIds === undefined
    ? sql<string[]>`array(select unnest(visible_camera_ids(${userId})))`
    : sql<
        string[]
      >`array(select unnest(visible_camera_ids(${userId})) intersect select unnest(${[...cameraIds]}::uuid[]))`;
