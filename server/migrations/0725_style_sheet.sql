-- An enterprise's own style sheet is a setting too.
alter table enterprise.setting drop constraint setting_name_check;
alter table enterprise.setting add constraint setting_name_check check (name in ('info', 'theme', 'logo', 'watermark', 'work_time', 'scanning', 'app_menus', 'style'));
