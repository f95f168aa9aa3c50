-- Footage merged into runs, kept by the same transaction that changes the segments, so that a month of a camera is read
-- in a few hundred rows instead of half a million.
--
-- Segments of a stream belong to one run when the hole between them is at most a second (BORDER_TOLERANCE_MS of the
-- rules), and to one wide run when it is at most a quarter of an hour, finer than a pixel of a view of months. A span is
-- padded by that hole at its end and closed on both sides: what belongs together then overlaps, and PostgreSQL's
-- multiranges do the merging.

create table footage_run (
  camera_id uuid not null references camera (id) on delete cascade,
  stream text not null check (stream in ('main', 'sub')),
  -- 'motion' merges only the segments with motion.
  kind text not null check (kind in ('footage', 'motion', 'wide_footage', 'wide_motion')),
  start_ts timestamptz not null,
  end_ts timestamptz not null,
  primary key (camera_id, stream, kind, start_ts),
  check (end_ts > start_ts)
) with (fillfactor = 70);

-- One row a stream: the lock under which its runs change, and how far from its key's second a segment's media ever
-- reached. The reach only grows; it bounds where the neighbours of a deleted segment can be.
create table footage_extent (
  camera_id uuid not null references camera (id) on delete cascade,
  stream text not null check (stream in ('main', 'sub')),
  reach_ms bigint not null check (reach_ms >= 0),
  primary key (camera_id, stream)
);

create function run_padding(kind text) returns interval immutable language sql as $$
  select case when kind like 'wide\_%' then interval '15 minutes' else interval '1 second' end
$$;

-- Null for a segment without media.
create function media_span(precise_start_ts timestamptz, duration_ms integer) returns tstzrange stable language sql as $$
  select case when duration_ms > 0 then
    tstzrange(precise_start_ts, precise_start_ts + duration_ms * interval '1 millisecond', '[]') end
$$;

create function padded(spans tstzmultirange, padding interval) returns tstzmultirange stable language sql as $$
  select range_agg(tstzrange(lower(span), upper(span) + padding, '[]')) from unnest(spans) span
$$;

create function add_to_runs(at_camera uuid, at_stream text, of_kind text, spans tstzmultirange)
returns void strict language plpgsql as $$
declare
  padding constant interval := run_padding(of_kind);
  island tstzrange;
  run record;
  touched integer;
  hull_start timestamptz;
  hull_end timestamptz;
begin
  for island in select unnest(padded(spans, padding)) loop
    touched := 0;
    hull_start := lower(island);
    hull_end := upper(island) - padding;
    -- Runs are disjoint, so walking back from the newest ends at the first that is too old to touch.
    for run in
      select start_ts, end_ts from footage_run
       where camera_id = at_camera and stream = at_stream and kind = of_kind and start_ts <= upper(island)
       order by start_ts desc
    loop
      exit when run.end_ts + padding < lower(island);
      touched := touched + 1;
      hull_start := least(hull_start, run.start_ts);
      hull_end := greatest(hull_end, run.end_ts);
    end loop;
    -- What the recorder does every few seconds: the newest run grows in place.
    update footage_run set end_ts = hull_end
     where touched = 1 and camera_id = at_camera and stream = at_stream and kind = of_kind and start_ts = hull_start;
    continue when found;
    delete from footage_run
     where touched > 0 and camera_id = at_camera and stream = at_stream and kind = of_kind
       and start_ts between hull_start and hull_end;
    insert into footage_run (camera_id, stream, kind, start_ts, end_ts)
      values (at_camera, at_stream, of_kind, hull_start, hull_end);
  end loop;
end
$$;

-- Time outside the deleted spans is covered as before, so only their neighbourhood is read again. Within a run every
-- border of a deleted island has a surviving neighbour within the padding, which closes what the subtraction leaves open.
create function take_from_runs(at_camera uuid, at_stream text, of_kind text, spans tstzmultirange, reach interval)
returns void strict language plpgsql as $$
declare
  padding constant interval := run_padding(of_kind);
  islands constant tstzmultirange := padded(spans, padding);
  island tstzrange;
  run record;
  whole tstzrange;
  gone tstzmultirange;
  survivors tstzmultirange;
begin
  for run in
    select start_ts, end_ts from footage_run
     where camera_id = at_camera and stream = at_stream and kind = of_kind and start_ts <= upper(islands)
     order by start_ts desc
  loop
    exit when run.end_ts + padding < lower(islands);
    whole := tstzrange(run.start_ts, run.end_ts + padding, '[]');
    select range_agg(one) into gone from unnest(islands) one where one <@ whole;
    continue when gone is null;
    survivors := '{}';
    -- One at a time, so that the planner sees how few segments lie between these bounds.
    for island in select unnest(gone) loop
      select survivors + coalesce(padded(range_agg(media_span(precise_start_ts, duration_ms)), padding), '{}') into survivors
        from segment
       where camera_id = at_camera and stream = at_stream
         and start_ts between lower(island) - reach - padding and upper(island) + reach
         and media_span(precise_start_ts, duration_ms) && tstzrange(lower(island) - padding, upper(island), '[]')
         and (has_motion or of_kind in ('footage', 'wide_footage'));
    end loop;
    delete from footage_run
     where camera_id = at_camera and stream = at_stream and kind = of_kind and start_ts = run.start_ts;
    -- Cut to the run: a segment of the same statement may reach further, and is added in its own turn.
    insert into footage_run (camera_id, stream, kind, start_ts, end_ts)
      select at_camera, at_stream, of_kind, lower(left_over), upper(left_over) - padding
        from unnest(survivors * tstzmultirange(whole) + (tstzmultirange(whole) - gone)) left_over
       where upper(left_over) - padding > lower(left_over);
  end loop;
end
$$;

-- Waits for whoever else changes the runs of this stream, and returns how far a neighbour may be.
create function lock_footage_extent(at_camera uuid, at_stream text, at_least_ms bigint) returns interval language plpgsql as $$
declare
  known_ms bigint;
begin
  select reach_ms into known_ms from footage_extent where camera_id = at_camera and stream = at_stream for update;
  if not found then
    insert into footage_extent (camera_id, stream, reach_ms) values (at_camera, at_stream, at_least_ms) on conflict do nothing;
    select reach_ms into known_ms from footage_extent where camera_id = at_camera and stream = at_stream for update;
  end if;
  if known_ms < at_least_ms then
    update footage_extent set reach_ms = at_least_ms where camera_id = at_camera and stream = at_stream;
  end if;
  return greatest(known_ms, at_least_ms) * interval '1 millisecond';
end
$$;

create function segment_reach_ms(start_ts timestamptz, precise_start_ts timestamptz, duration_ms integer) returns bigint immutable language sql as $$
  select ceil(abs(extract(epoch from precise_start_ts - start_ts)) * 1000)::bigint + duration_ms
$$;

create function change_runs(at_camera uuid, at_stream text, footage_out tstzmultirange, motion_out tstzmultirange,
  footage_in tstzmultirange, motion_in tstzmultirange, reach interval) returns void language plpgsql as $$
begin
  perform take_from_runs(at_camera, at_stream, 'footage', footage_out, reach);
  perform take_from_runs(at_camera, at_stream, 'motion', motion_out, reach);
  perform take_from_runs(at_camera, at_stream, 'wide_footage', footage_out, reach);
  perform take_from_runs(at_camera, at_stream, 'wide_motion', motion_out, reach);
  perform add_to_runs(at_camera, at_stream, 'footage', footage_in);
  perform add_to_runs(at_camera, at_stream, 'motion', motion_in);
  perform add_to_runs(at_camera, at_stream, 'wide_footage', footage_in);
  perform add_to_runs(at_camera, at_stream, 'wide_motion', motion_in);
end
$$;

create function run_segments_in() returns trigger language plpgsql as $$
declare
  added record;
begin
  for added in
    select camera_id, stream, max(segment_reach_ms(start_ts, precise_start_ts, duration_ms)) as reach_ms,
           range_agg(media_span(precise_start_ts, duration_ms)) as footage,
           range_agg(media_span(precise_start_ts, duration_ms)) filter (where has_motion) as motion
      from new_rows group by camera_id, stream order by camera_id, stream
  loop
    perform change_runs(added.camera_id, added.stream, null, null, added.footage, added.motion,
      lock_footage_extent(added.camera_id, added.stream, added.reach_ms));
  end loop;
  return null;
end
$$;

create function run_segments_out() returns trigger language plpgsql as $$
declare
  taken record;
begin
  for taken in
    select camera_id, stream, range_agg(media_span(precise_start_ts, duration_ms)) as footage,
           range_agg(media_span(precise_start_ts, duration_ms)) filter (where has_motion) as motion
      from old_rows group by camera_id, stream order by camera_id, stream
  loop
    perform change_runs(taken.camera_id, taken.stream, taken.footage, taken.motion, null, null,
      lock_footage_extent(taken.camera_id, taken.stream, 0));
  end loop;
  return null;
end
$$;

-- A move to the archive changes neither times nor motion, and costs nothing here.
create function rerun_segments() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    with moved as (
      select o.camera_id as old_camera, o.stream as old_stream, n.camera_id as new_camera, n.stream as new_stream,
             media_span(o.precise_start_ts, o.duration_ms) as old_span, media_span(n.precise_start_ts, n.duration_ms) as new_span,
             o.has_motion as had_motion, n.has_motion, segment_reach_ms(n.start_ts, n.precise_start_ts, n.duration_ms) as reach_ms,
             (o.camera_id, o.stream, o.start_ts, o.precise_start_ts, o.duration_ms)
               is distinct from (n.camera_id, n.stream, n.start_ts, n.precise_start_ts, n.duration_ms) as elsewhere
        from old_rows o join new_rows n using (id)
    )
    select camera_id, stream, max(reach_ms) as reach_ms,
           range_agg(old_span) filter (where elsewhere) as footage_out, range_agg(new_span) filter (where elsewhere) as footage_in,
           range_agg(old_span) filter (where had_motion) as motion_out, range_agg(new_span) filter (where has_motion) as motion_in
      from (
        select old_camera as camera_id, old_stream as stream, reach_ms, elsewhere, old_span, null::tstzrange as new_span, had_motion, false as has_motion
          from moved where elsewhere or had_motion <> has_motion
        union all
        select new_camera, new_stream, reach_ms, elsewhere, null, new_span, false, has_motion
          from moved where elsewhere or had_motion <> has_motion
      ) sides
     group by camera_id, stream order by camera_id, stream
  loop
    perform change_runs(changed.camera_id, changed.stream, changed.footage_out, changed.motion_out,
      changed.footage_in, changed.motion_in, lock_footage_extent(changed.camera_id, changed.stream, changed.reach_ms));
  end loop;
  return null;
end
$$;

create trigger segment_runs_in after insert on segment
  referencing new table as new_rows for each statement execute function run_segments_in();
create trigger segment_runs_out after delete on segment
  referencing old table as old_rows for each statement execute function run_segments_out();
create trigger segment_rerun after update on segment
  referencing old table as old_rows new table as new_rows for each statement execute function rerun_segments();

insert into footage_extent (camera_id, stream, reach_ms)
  select camera_id, stream, max(segment_reach_ms(start_ts, precise_start_ts, duration_ms)) from segment group by camera_id, stream;
insert into footage_run (camera_id, stream, kind, start_ts, end_ts)
  select camera_id, stream, kind, lower(run), upper(run) - run_padding(kind)
    from (
      select camera_id, stream, kind, padded(range_agg(media_span(precise_start_ts, duration_ms)), run_padding(kind)) as runs
        from segment cross join (values ('footage'), ('motion'), ('wide_footage'), ('wide_motion')) kinds (kind)
       where kind in ('footage', 'wide_footage') or has_motion group by camera_id, stream, kind
    ) merged cross join lateral unnest(runs) run;

-- A new password of the restream's readers is news to the recorder.
create trigger cameras_changed after insert or update or delete on restream_account
  for each statement execute function notify_cameras_changed();
