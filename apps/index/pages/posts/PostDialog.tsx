import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Post } from '@formwork/contract/organization/posts.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select } from 'antd';

interface Values {
  name: string;
  gradeId: string | undefined;
  description: string;
}

const refresh = [
  organizationApi.listPosts,
  organizationApi.pickPosts,
  organizationApi.listGrades,
  organizationApi.listPeople,
];

/** A new post, which is then shown, or name, grade and description of one that is there. */
export function PostDialog({ post, onClose }: { post?: Post; onClose: () => void }) {
  const t = useT();
  const router = useRouter();
  const [form] = Form.useForm<Values>();
  const grades = useQuery(q(organizationApi.listGrades)).data ?? [];
  const create = useCommand(organizationApi.createPost, {
    refresh,
    onDone: ({ id }) => {
      onClose();
      void router.go(pathTo('postManage', { id }));
    },
  });
  const update = useCommand(organizationApi.updatePost, { refresh, onDone: onClose });
  const submit = ({ name, gradeId, description }: Values) => {
    const body = { name: name.trim(), gradeId: gradeId ?? null, description: description.trim() };
    return post ? update.run({ params: { postId: post.id }, body }) : create.run({ body });
  };
  return (
    <Modal
      open
      title={t(post ? 'posts.edit' : 'posts.create')}
      okText={t('organization.person.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending || update.pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        onFinish={submit}
        initialValues={{ name: post?.name ?? '', gradeId: post?.grade?.id, description: post?.description ?? '' }}
      >
        <Form.Item
          name="name"
          label={t('posts.name')}
          rules={[{ required: true, whitespace: true, message: t('posts.name_required') }]}
        >
          <Input autoFocus maxLength={60} />
        </Form.Item>
        <Form.Item
          name="gradeId"
          label={t('posts.grade')}
          extra={grades.length === 0 ? t('posts.grade_help') : undefined}
        >
          <Select allowClear options={grades.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
        <Form.Item name="description" label={t('posts.description')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
