-- Whether codes may be scanned is a setting of the enterprise too.
alter table enterprise.setting drop constraint setting_name_check;
alter table enterprise.setting add constraint setting_name_check check (name in ('info', 'theme', 'logo', 'watermark', 'work_time', 'scanning'));
