-- Devices with what they are made to report, and the last value of each point.
create table :schema.iot_product (
  id       uuid primary key,
  name     text not null,
  name_key text not null,
  note     text not null,
  -- seconds of silence after which a device counts as offline
  silence  integer not null,
  points   jsonb not null,
  constraint iot_product_name_key unique (name_key)
);
create table :schema.iot_device (
  id         uuid primary key,
  product_id uuid not null,
  name       text not null,
  code       text not null,
  code_key   text not null,
  -- name, its pinyin, its initials and the code, in small letters: what is searched
  spelling   text not null,
  note       text not null,
  key_hash   bytea not null,
  key_end    text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- of the last report, by the clock of the server
  last_at    timestamptz,
  retired_at timestamptz,
  constraint iot_device_code_key unique (code_key),
  constraint iot_device_product_fkey foreign key (product_id) references :schema.iot_product (id)
) with (fillfactor = 80);
create unique index iot_device_secret on :schema.iot_device (key_hash);
create index iot_device_name on :schema.iot_device (name collate "zh-x-icu", id);
create index iot_device_product on :schema.iot_device (product_id);
create table :schema.iot_value (
  device_id uuid not null references :schema.iot_device (id),
  point     text not null,
  value     jsonb not null,
  at        timestamptz not null,
  primary key (device_id, point)
) with (fillfactor = 70);
grant select, insert, update, delete on :schema.iot_product, :schema.iot_device, :schema.iot_value to formwork_app;
