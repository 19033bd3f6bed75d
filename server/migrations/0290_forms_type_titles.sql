-- Fields began with their type's name as English title, and kept it when their Chinese title said something else. English readers see the Chinese title instead.
create function pg_temp.without_type_titles(fields jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(case when names.en is not null and regexp_replace(field #>> '{title,zh}', ' ?\d+$', '') <> names.zh then field #- '{title,en}' else field end order by place), '[]'::jsonb)
  from jsonb_array_elements(fields) with ordinality as given (field, place)
  left join (values
    ('text', '文本', 'Text'),
    ('longText', '多行文本', 'Long text'),
    ('number', '数字', 'Number'),
    ('money', '金额', 'Money'),
    ('percent', '百分比', 'Percent'),
    ('date', '日期', 'Date'),
    ('dateTime', '日期时间', 'Date and time'),
    ('time', '时间', 'Time'),
    ('dateRange', '日期范围', 'Date range'),
    ('singleSelect', '单选', 'Single select'),
    ('multiSelect', '多选', 'Multi-select'),
    ('radio', '单选按钮', 'Radio buttons'),
    ('checkbox', '复选框', 'Checkboxes'),
    ('cascade', '级联选择', 'Cascade'),
    ('treeSelect', '树形选择', 'Tree select'),
    ('switch', '开关', 'Switch'),
    ('member', '成员', 'Member'),
    ('department', '部门', 'Department'),
    ('post', '岗位', 'Post'),
    ('role', '角色', 'Role'),
    ('attachment', '附件', 'Attachment'),
    ('formula', '公式', 'Formula'),
    ('rollup', '汇总', 'Roll-up'),
    ('autoNumber', '自动编号', 'Automatic number'),
    ('email', '邮箱', 'Email'),
    ('phone', '电话', 'Phone'),
    ('address', '地址', 'Address'),
    ('url', '链接', 'Link'),
    ('rating', '评分', 'Rating'),
    ('identityNumber', '身份证号', 'Identity number'),
    ('creditCode', '统一社会信用代码', 'Social credit code'),
    ('postalCode', '邮政编码', 'Postal code'),
    ('slider', '滑块', 'Slider'),
    ('colour', '颜色', 'Colour'),
    ('relation', '关联记录', 'Relation'),
    ('lookup', '引用字段', 'Lookup'),
    ('timeSlot', '时段预约', 'Time slot'),
    ('concatenation', '文本拼接', 'Concatenation'),
    ('richText', '富文本', 'Rich text'),
    ('location', '定位', 'Location'),
    ('image', '图片', 'Image'),
    ('signature', '手写签名', 'Signature'),
    ('barcode', '条码/二维码', 'Barcode or QR code'),
    ('json', 'JSON', 'JSON'),
    ('devicePoint', '设备点位', 'Device point')
  ) as names (type, zh, en) on names.type = field ->> 'type' and names.en = regexp_replace(field #>> '{title,en}', ' ?\d+$', '')
$$;
create function pg_temp.without_type_titles_in(definition jsonb) returns jsonb language sql as $$
  select jsonb_set(
    jsonb_set(definition, '{fields}', pg_temp.without_type_titles(coalesce(definition -> 'fields', '[]'))),
    '{tables}',
    coalesce((select jsonb_agg(jsonb_set(part, '{fields}', pg_temp.without_type_titles(coalesce(part -> 'fields', '[]'))) order by place) from jsonb_array_elements(coalesce(definition -> 'tables', '[]')) with ordinality as given (part, place)), '[]'::jsonb))
$$;
alter table forms.draft no force row level security;
alter table forms.release no force row level security;
update forms.draft set definition = pg_temp.without_type_titles_in(definition) where definition <> pg_temp.without_type_titles_in(definition);
update forms.release set definition = pg_temp.without_type_titles_in(definition) where definition <> pg_temp.without_type_titles_in(definition);
alter table forms.draft force row level security;
alter table forms.release force row level security;
