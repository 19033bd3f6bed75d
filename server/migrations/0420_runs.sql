-- Jobs become runs, beside the data of their space (space/0420_runs.sql), which takes their rows over: spaces are migrated behind the
-- control plane, so the empty table stays until a later release drops it. What waits is queued anew.
update platform.installation set queue_behind = true where exists (select from identity.space);
