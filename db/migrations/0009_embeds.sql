-- Which demo a page shows is asked with every view of the page.
create index demos_of_context on demos (project_id, context_hash, id) where context_hash is not null;
