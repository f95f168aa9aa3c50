-- Plates that were read, and their pictures.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

create table plate_read (
  id uuid primary key default gen_random_uuid(),
  camera_id uuid not null references camera (id) on delete cascade,
  event_id uuid references event (id) on delete set null,
  source_id text not null check (length(source_id) between 1 and 100),
  provider_event_id text not null check (length(provider_event_id) between 1 and 200),
  ts timestamptz not null,
  plate text not null check (plate ~ '^[A-Z0-9]{1,32}$'),
  plate_raw text not null check (length(plate_raw) between 1 and 128),
  confidence double precision check (confidence between 0 and 1),
  region text check (length(region) between 1 and 100),
  vehicle jsonb,
  -- Fractions of the frame: left, top, width, height.
  bbox double precision[] check (array_length(bbox, 1) = 4),
  -- Where its source keeps the whole picture, for reads that bring no crop of their own.
  snapshot_url text check (length(snapshot_url) between 1 and 2048),
  -- Size of the picture in plate_crop; null without one.
  crop_bytes integer check (crop_bytes > 0),
  -- A latch: set in the transaction that raises the alert, never cleared.
  alerted boolean not null default false,
  constraint plate_read_source_key unique (source_id, provider_event_id)
);
-- Exact and prefix searches are answered from the index alone, newest first.
create index plate_read_plate_idx on plate_read (plate text_pattern_ops, ts desc, id desc) include (camera_id, source_id);
create index plate_read_camera_ts_idx on plate_read (camera_id, ts desc, id desc) include (source_id);
create index plate_read_ts_idx on plate_read (ts desc, id desc);
create index plate_read_event_id_idx on plate_read (event_id);

-- Apart from the reads, so that searching never drags pictures along.
create table plate_crop (
  plate_read_id uuid primary key references plate_read (id) on delete cascade,
  jpeg bytea not null
);

-- Counts for the storage page. Several rows, so that parallel writers do not queue at one; their sum is the figure.
create table plate_storage (
  slot integer primary key check (slot between 0 and 15),
  reads bigint not null default 0,
  crops bigint not null default 0,
  crop_bytes bigint not null default 0
);
insert into plate_storage (slot) select generate_series(0, 15);

-- Each character as the one that stands for its group of look-alikes.
create function fold_look_alikes(plate text) returns text language sql immutable strict parallel safe
  return translate(plate, 'ODIBSZG', '0018526');

-- One of three pieces of a folded plate, led by the length of the whole. Two edits spoil at most two of the three, so a
-- plate that is at most two edits from another has a piece that stands unspoilt in the other.
create function plate_piece(plate text, piece integer) returns text language sql immutable strict parallel safe
  return length(plate) || ':' || substr(
    fold_look_alikes(plate),
    length(plate) * piece / 3 + 1,
    length(plate) * (piece + 1) / 3 - length(plate) * piece / 3
  );

-- Every plate that was read, once. There are far fewer than reads, and to look for a plate by parts of it is to look here.
create table seen_plate (
  plate text primary key,
  reads bigint not null check (reads >= 0),
  folded text not null generated always as (fold_look_alikes(plate)) stored,
  head text not null generated always as (plate_piece(plate, 0)) stored,
  middle text not null generated always as (plate_piece(plate, 1)) stored,
  tail text not null generated always as (plate_piece(plate, 2)) stored
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
create index seen_plate_folded_idx on seen_plate using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 512);
create index seen_plate_head_idx on seen_plate (head, plate);
create index seen_plate_middle_idx on seen_plate (middle, plate);
create index seen_plate_tail_idx on seen_plate (tail, plate);

-- Always in the order of the plates, so that two writers never wait for each other in a circle.
create function count_plate_reads() returns trigger language plpgsql as $$
begin
  update plate_storage
     set reads = plate_storage.reads + more.reads, crops = plate_storage.crops + more.crops,
         crop_bytes = crop_bytes + more.bytes
    from (select count(*) as reads, count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0) as bytes from added) more
   where slot = pg_backend_pid() % 16 and more.reads > 0;
  insert into seen_plate (plate, reads) select plate, count(*) from added group by plate order by plate
  on conflict (plate) do update set reads = seen_plate.reads + excluded.reads;
  return null;
end
$$;

create function uncount_plate_reads() returns trigger language plpgsql as $$
begin
  update plate_storage
     set reads = plate_storage.reads - gone.reads, crops = plate_storage.crops - gone.crops,
         crop_bytes = crop_bytes - gone.bytes
    from (select count(*) as reads, count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0) as bytes from removed) gone
   where slot = pg_backend_pid() % 16 and gone.reads > 0;
  perform from seen_plate where plate in (select plate from removed) order by plate for update;
  update seen_plate set reads = seen_plate.reads - gone.reads
    from (select plate, count(*) as reads from removed group by plate) gone where seen_plate.plate = gone.plate;
  delete from seen_plate where plate in (select plate from removed) and reads = 0;
  return null;
end
$$;

create function recount_plate_reads() returns trigger language plpgsql as $$
begin
  update plate_storage
     set crops = plate_storage.crops + more.crops - gone.crops, crop_bytes = crop_bytes + more.bytes - gone.bytes
    from (select count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0) as bytes from changed) more,
         (select count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0) as bytes from unchanged) gone
   where slot = pg_backend_pid() % 16 and (more.crops, more.bytes) <> (gone.crops, gone.bytes);
  if not exists (select from changed join unchanged using (id) where changed.plate <> unchanged.plate) then return null; end if;
  perform from seen_plate where plate in (select plate from changed union select plate from unchanged) order by plate for update;
  insert into seen_plate (plate, reads) select plate, count(*) from changed group by plate order by plate
  on conflict (plate) do update set reads = seen_plate.reads + excluded.reads;
  update seen_plate set reads = seen_plate.reads - gone.reads
    from (select plate, count(*) as reads from unchanged group by plate) gone where seen_plate.plate = gone.plate;
  delete from seen_plate where plate in (select plate from unchanged) and reads = 0;
  return null;
end
$$;

create trigger plate_read_added after insert on plate_read
  referencing new table as added for each statement execute function count_plate_reads();
create trigger plate_read_changed after update on plate_read
  referencing old table as unchanged new table as changed for each statement execute function recount_plate_reads();
create trigger plate_read_removed after delete on plate_read
  referencing old table as removed for each statement execute function uncount_plate_reads();

-- What an operator says the plate of a pass really was. Passes themselves are never stored.
create table pass_truth (
  camera_id uuid not null references camera (id) on delete cascade,
  -- The second in which the earliest kept read of the pass was made.
  bucket_ts timestamptz not null check (bucket_ts = date_trunc('second', bucket_ts)),
  plate text not null check (plate ~ '^[A-Z0-9]{1,32}$'),
  confirmed_at timestamptz not null,
  primary key (camera_id, bucket_ts)
);
create index pass_truth_bucket_ts_idx on pass_truth (bucket_ts);
