-- The shape of a demo's film ('16:9' and others; null for an upload), and the pixels of an uploaded one. Every film that was made here
-- until now is 16:9.
alter table demos add column aspect text, add column film_width int, add column film_height int;
update demos set aspect = '16:9' where source = 'generated';
