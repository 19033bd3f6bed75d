-- A backup leaves the queue of jobs behind: what waits is put into it anew by the first worker that starts on what was restored.
alter table platform.installation add column queue_behind boolean not null default false;
grant update (queue_behind) on platform.installation to formwork_app;
