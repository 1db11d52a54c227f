-- compatible_from: 0040
-- What a demo is to sound like (null: silent), and whether its shown version has something to hear.
alter table demos add column sound text, add column is_audible boolean not null default false;
