-- Which released forms speak of which: by relations and by roll-ups over records that name theirs. Read from both ends.
create table forms.link (
  space_id  text not null,
  form_id   text not null,
  -- the form it speaks of
  target_id text not null,
  primary key (space_id, form_id, target_id),
  constraint link_form_fkey foreign key (space_id, form_id) references forms.form (space_id, id)
);
create index link_target on forms.link (space_id, target_id);
alter table forms.link enable row level security;
alter table forms.link force row level security;
create policy in_space on forms.link using (space_id = current_setting('app.space_id', true));
grant select, insert, delete on forms.link to formwork_app;
