-- Whoever asks for a preview may be told what was seen of the page before the answer is there. `progress_id` is the caller's own word for
-- the question, `user_id` whose it is; `page` is JSON, and null until the page was read.
alter table previews add column user_id text, add column progress_id text, add column page json;
create index previews_in_progress on previews (user_id, progress_id) where progress_id is not null;
