-- Whether applications keep a side navigation of their own beside the one that the enterprise configured.
alter table enterprise.setting drop constraint setting_name_check;
alter table enterprise.setting add constraint setting_name_check check (name in ('info', 'theme', 'logo', 'watermark', 'work_time', 'scanning', 'app_menus'));
