-- Plates that were read, and their pictures.

create extension if not exists pg_trgm;

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
  -- Size of the picture in plate_crop; null without one.
  crop_bytes integer check (crop_bytes > 0),
  -- A latch: set in the transaction that raises the alert, never cleared.
  alerted boolean not null default false,
  constraint plate_read_source_key unique (source_id, provider_event_id)
);
-- Exact and prefix searches are answered from the index alone, newest first.
create index plate_read_plate_idx on plate_read (plate text_pattern_ops, ts desc, id desc) include (camera_id, source_id);
create index plate_read_plate_trgm_idx on plate_read using gin (plate gin_trgm_ops);
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

create function count_plate_read() returns trigger language plpgsql as $$
begin
  update plate_storage
     set reads = reads + case tg_op when 'INSERT' then 1 else 0 end,
         crops = crops + (new.crop_bytes is not null)::int - (tg_op = 'UPDATE' and old.crop_bytes is not null)::int,
         crop_bytes = crop_bytes + coalesce(new.crop_bytes, 0)
                      - case tg_op when 'UPDATE' then coalesce(old.crop_bytes, 0) else 0 end
   where slot = pg_backend_pid() % 16;
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
  return null;
end
$$;

-- Reads come one by one and go by the thousand.
create trigger plate_read_added after insert on plate_read for each row execute function count_plate_read();
create trigger plate_read_changed after update on plate_read for each row
  when (old.crop_bytes is distinct from new.crop_bytes) execute function count_plate_read();
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
