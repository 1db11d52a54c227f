-- Whether the owner of an uploaded demo has given it captions and chapters. A generated demo always has them.
alter table demos add column has_captions boolean not null default false, add column has_chapters boolean not null default false;
