-- An application's colour by the name of its hue, and its own side navigation; null: one from its id, all its forms in their order.
alter table forms.app add column hue text;
alter table forms.app add column menu jsonb;

-- The person put the first steps of the start page away.
alter table profile.profile add column steps_closed boolean not null default false;
