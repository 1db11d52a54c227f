-- Read model: what the owner of a demo should know of its film, as JSON text; null before it was planned.
alter table demos add column warnings text;
