-- Read model: what a refresh found to be different on the page, as JSON text; [] where nothing was, null where it is not known.
alter table demo_jobs add column changes text;
