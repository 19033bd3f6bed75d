import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PostPicker } from '@formwork/web/pickers/PostPicker.tsx';
import { Button, Form } from 'antd';

export interface PartTimeValue {
  department: string[];
  post: string[];
}

/** Positions beside the main one, one a line. */
export function PartTimeFields() {
  const t = useT();
  return (
    <Form.Item label={t('organization.person.part_time')}>
      <Form.List name="partTime">
        {(lines, { add, remove }) => (
          <div className="part-time">
            {lines.map(({ key, name }) => (
              <div key={key} className="part-time-line">
                <Form.Item
                  name={[name, 'department']}
                  noStyle
                  rules={[
                    { required: true, type: 'array', min: 1, message: t('organization.person.part_time_required') },
                  ]}
                >
                  <DepartmentPicker aria-label={t('organization.person.part_time_department')} />
                </Form.Item>
                <Form.Item name={[name, 'post']} noStyle>
                  <PostPicker aria-label={t('organization.person.part_time_post')} />
                </Form.Item>
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('organization.person.part_time_remove')}
                  title={t('organization.person.part_time_remove')}
                  onClick={() => remove(name)}
                >
                  <DeleteOutlined />
                </button>
              </div>
            ))}
            <Button
              size="small"
              icon={<PlusOutlined />}
              onClick={() => add({ department: [], post: [] } satisfies PartTimeValue)}
            >
              {t('organization.person.part_time_add')}
            </Button>
          </div>
        )}
      </Form.List>
    </Form.Item>
  );
}
