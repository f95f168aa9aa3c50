-- Every rule that deletes or archives asks for the oldest footage of one camera on one storage and tier, the same places
-- that the counters know. One index in that order serves them all.
create index segment_place_oldest_idx on segment (camera_id, storage_id, tier, end_ts, id);
drop index segment_camera_oldest_idx;
drop index segment_oldest_idx;
