import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Grade } from '@formwork/contract/organization/posts.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';

const refresh = [organizationApi.listGrades, organizationApi.listPosts];

/** The grades of posts with their rank; a line is saved when one leaves it. */
export function GradesDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const grades = useQuery(q(organizationApi.listGrades)).data ?? [];
  const [name, setName] = useState('');
  const create = useCommand(organizationApi.createGrade, { refresh, onDone: () => setName('') });
  const add = () =>
    name.trim() !== '' &&
    void create.run({
      body: { name: name.trim(), rank: Math.min(99, Math.max(0, ...grades.map(({ rank }) => rank)) + 1) },
    });
  return (
    <Modal open title={t('posts.grades')} footer={null} onCancel={onClose}>
      <p className="post-quiet">{t('posts.grades_hint')}</p>
      <div className="grade-lines">
        {grades.map((grade) => (
          <GradeLine key={`${grade.id} ${grade.name} ${grade.rank}`} grade={grade} />
        ))}
        <div className="grade-line">
          <Input
            value={name}
            maxLength={60}
            placeholder={t('posts.grade_name')}
            aria-label={t('posts.grade_name')}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={add}
          />
          <Button icon={<PlusOutlined />} disabled={name.trim() === ''} loading={create.pending} onClick={add}>
            {t('posts.grade_add')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function GradeLine({ grade: { id, name, rank, posts } }: { grade: Grade }) {
  const t = useT();
  const [text, setText] = useState(name);
  const update = useCommand(organizationApi.updateGrade, { refresh });
  const remove = useCommand(organizationApi.deleteGrade, { refresh });
  const params = { gradeId: id };
  const rename = () => {
    const next = text.trim();
    if (next === '' || next === name) return setText(name);
    return void update.run({ params, body: { name: next } });
  };
  return (
    <div className="grade-line">
      <InputNumber
        min={1}
        max={99}
        value={rank}
        aria-label={t('posts.grade_rank', { name })}
        onChange={(next) => next !== null && next !== rank && void update.run({ params, body: { rank: next } })}
      />
      <Input
        value={text}
        maxLength={60}
        aria-label={t('posts.grade_name')}
        onChange={(event) => setText(event.target.value)}
        onBlur={rename}
        onPressEnter={rename}
      />
      <span className="post-quiet">{t('posts.grade_posts', { count: posts })}</span>
      <button
        type="button"
        className="fw-icon-button"
        aria-label={t('posts.grade_delete', { name })}
        title={t('posts.grade_delete', { name })}
        onClick={() => void remove.run({ params })}
      >
        <DeleteOutlined />
      </button>
    </div>
  );
}
