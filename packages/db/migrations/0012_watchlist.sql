-- Plates to watch for, and plates to ignore.

create table watchlist_entry (
  id uuid primary key default gen_random_uuid(),
  plate text not null check (plate ~ '^[A-Z0-9]{1,32}$'),
  kind text not null default 'watch' check (kind in ('watch', 'ignore')),
  label text check (length(label) between 1 and 100),
  note text check (length(note) between 1 and 2000),
  color text check (color ~ '^#[0-9A-Fa-f]{6}$'),
  notify boolean not null default true,
  created_at timestamptz not null default now(),
  constraint watchlist_entry_plate_key unique (plate)
);

-- Changes with every change of the list. Servers keep the list in memory and read this with each plate they judge, so
-- none of them ever judges by an old list. Random, so that a restored database is never mistaken for a known one.
create table watchlist_revision (
  singleton boolean primary key default true check (singleton),
  revision uuid not null default gen_random_uuid()
);
insert into watchlist_revision default values;

create function renew_watchlist_revision() returns trigger language plpgsql as $$
begin
  update watchlist_revision set revision = gen_random_uuid();
  return null;
end
$$;

create trigger watchlist_changed after insert or update or delete or truncate on watchlist_entry
  for each statement execute function renew_watchlist_revision();
