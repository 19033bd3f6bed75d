-- What a change comes to, where the call as it was sent does not say it in words a reviewer can read.
alter table review.change add column after jsonb;
-- The initial password of an account that a released change made, sealed, and who may open it, once.
alter table review.change
  add column password     text,
  add column password_for uuid;
