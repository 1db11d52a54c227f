-- compatible_from: 0033
-- When a process last wrote to a read model that newer code has built, with an older version of its projection; null where none has since
-- the read model was built. What it wrote lacks what the newer version adds, so the read model is built once more when that process has ended.
alter table projections add column outdated_at timestamptz;
